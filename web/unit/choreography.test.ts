import { expect, test } from 'vitest';
import { type Act, choreograph, SPAN } from '../src/board/choreography';
import type { LastMove, Scene } from '../src/generated/wasm';

/** A board of eight files, on which squares are named by their file and rank: `a1`. */
function scene(checkers: Record<string, string>, last: Partial<LastMove> | null = null): Scene {
  const cells = [...'abcdefgh'].flatMap((letter, file) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((rank) => {
      const square = `${letter}${rank + 1}`;
      return { square, file, rank, dark: true, checkers: checkers[square] ?? '' };
    }),
  );
  const whole = last && { text: '', side: 'first', captures: [], crowned: false, ...last };
  return { game: 'some', cells, last: whole } as unknown as Scene;
}

const acts = <K extends Act['kind']>(plan: { acts: Act[] } | null, kind: K) =>
  (plan?.acts ?? []).filter((act): act is Act & { kind: K } => act.kind === kind);

const double = {
  before: scene({ a1: 'a', b2: 'b', d4: 'b' }),
  after: scene(
    { e5: 'A' },
    { kind: 'jump', trail: ['a1', 'c3', 'e5'], captures: ['b2', 'd4'], crowned: true },
  ),
};

test('a jumper hops from square to square, and rests in between', () => {
  const hops = acts(choreograph(double.before, double.after), 'hop');
  expect(hops.map(({ from, to }) => [from, to])).toEqual([
    ['a1', 'c3'],
    ['c3', 'e5'],
  ]);
  expect(hops[1]!.at).toBe(SPAN.hop + SPAN.rest);
  // It is a man until it has landed.
  expect(hops.map(({ checkers }) => checkers)).toEqual(['a', 'a']);
});

test('what is jumped stands until the jumper is over it, and leaves before it lands', () => {
  const plan = choreograph(double.before, double.after);
  const hops = acts(plan, 'hop');
  for (const [i, taken] of acts(plan, 'taken').entries()) {
    const { at, span } = hops[i]!;
    expect(taken.at).toBeGreaterThanOrEqual(at + span / 2);
    expect(taken.at).toBeLessThan(at + span);
    const stands = acts(plan, 'stand').find(({ square }) => square === taken.square)!;
    expect(stands.at + stands.span).toBe(taken.at);
    expect(taken.by).toBe('first');
  }
});

test('a king is crowned when it has landed', () => {
  const plan = choreograph(double.before, double.after)!;
  const lands = plan.hidden.get('e5')!;
  expect(lands).toBe(2 * SPAN.hop + SPAN.rest);
  expect(plan.settlings).toContainEqual({
    kind: 'crown',
    square: 'e5',
    at: lands,
    span: SPAN.crown,
  });
  expect(plan.cues.filter(({ sound }) => sound === 'land').map(({ step }) => step)).toEqual([0, 1]);
});

test('a stack takes what it jumps along, at its bottom', () => {
  const before = scene({ a1: 'a', b2: 'bb', d2: 'b' });
  const after = scene(
    { e1: 'bba', b2: 'b' },
    { kind: 'jump', trail: ['a1', 'c3', 'e1'], captures: ['b2', 'd2'] },
  );
  const plan = choreograph(before, after);
  expect(acts(plan, 'hop').map(({ checkers }) => checkers)).toEqual(['a', 'ba']);
  expect(acts(plan, 'tuck').map(({ from, to }) => [from, to])).toEqual([
    ['b2', 'c3'],
    ['d2', 'e1'],
  ]);
  expect(acts(plan, 'taken')).toEqual([]);
  // What is left of the first stack is seen once its top has gone.
  expect(plan!.hidden.get('b2')).toBe(acts(plan, 'tuck')[0]!.at);
  expect(plan!.settlings.map(({ kind }) => kind)).toEqual(['tip']);
});

test('what a hand has carried is only set down', () => {
  const plan = choreograph(double.before, double.after, true);
  expect(acts(plan, 'hop')).toEqual([]);
  expect(acts(plan, 'taken')).toHaveLength(2);
  expect(plan!.settlings.map(({ kind }) => kind)).toEqual(['put', 'crown']);
});

test('a move that is taken back goes the other way', () => {
  const plan = choreograph(double.after, double.before);
  const [back, ...more] = acts(plan, 'step');
  expect([back!.from, back!.to, more.length]).toEqual(['e5', 'a1', 0]);
  expect(plan!.settlings.map(({ kind, square }) => [kind, square])).toEqual([
    ['appear', 'b2'],
    ['appear', 'd4'],
  ]);
});

test('a checker without a square in the end has come home', () => {
  const before = scene({ g7: 'A' });
  const after = scene({}, { kind: 'step', trail: ['g7', 'h8'] });
  const [home] = acts(choreograph(before, after), 'home');
  expect([home!.square, home!.at, home!.by]).toEqual(['h8', SPAN.step, 'first']);
});

test('a huffed checker is blown away, a placed one drops, and two are exchanged', () => {
  const kinds = (before: Scene, after: Scene) => {
    const plan = choreograph(before, after)!;
    return [...plan.acts, ...plan.settlings].map(({ kind }) => kind);
  };
  expect(kinds(scene({ c3: 'b' }), scene({}, { kind: 'huff', trail: ['c3'] }))).toEqual(['blown']);
  expect(kinds(scene({}), scene({ c3: 'a' }, { kind: 'place', trail: ['c3'] }))).toEqual(['drop']);
  const swapped = scene({ a1: 'b', b1: 'a' }, { kind: 'exchange', trail: ['a1', 'b1'] });
  expect(kinds(scene({ a1: 'a', b1: 'b' }), swapped)).toEqual(['swap', 'swap']);
});

test('a board that no single move leads to is only drawn', () => {
  const far = scene({ h8: 'a' }, { kind: 'step', trail: ['g7', 'h8'] });
  expect(choreograph(scene({ a1: 'a', b2: 'b' }), far)).toBeNull();
  expect(choreograph(far, scene({ c1: 'b' }))).toBeNull();
  expect(choreograph(far, far)).toBeNull();
});

test('every motion takes between a tenth and a quarter of a second', () => {
  for (const span of Object.values(SPAN)) expect(span).toBeLessThanOrEqual(260);
});
