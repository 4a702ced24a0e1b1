// What a player holds: a checker that was tapped is raised a little, one that is dragged follows the
// pointer, above a finger, and one that is let go where it may not stay glides back.

import { bodyAt, shadowAt, split, translate } from './flight';
import type { Point } from './geometry';

/** How high a checker is raised: when it was tapped, in a mouse's hand, and above a finger. */
const HEIGHT = { tapped: 10, mouse: 22, touch: 78 } as const;
const LIFT = 120;
const BACK = 180;

interface Held {
  square: string;
  drawn: SVGGElement;
  /** The middle of its square. */
  home: Point;
  /** How far it is from there. */
  by: Point;
  height: number;
  /** Whether it follows the pointer, or stays where it was let go until the move is made. */
  state: 'raised' | 'carried' | 'let-go';
}

export class Hand {
  private held: Held | null = null;
  private motions: Animation[] = [];

  constructor(private moving: () => boolean) {}

  /** The square from which something is carried, or was let go. */
  get carries(): string | null {
    return this.held && this.held.state !== 'raised' ? this.held.square : null;
  }

  /** Where what was carried was let go: how far from the middle of a square. */
  droppedAt(square: Point): { by: Point; height: number } | null {
    if (this.held?.state !== 'let-go') return null;
    const { home, by, height } = this.held;
    return { by: { x: home.x + by.x - square.x, y: home.y + by.y - square.y }, height };
  }

  /** Raises what was tapped, and puts down what was raised before. */
  raise(square: string | null, drawn: SVGGElement | undefined, home: Point) {
    if (this.held?.state === 'carried' || this.held?.state === 'let-go') return;
    if (this.held?.square === square && this.held?.drawn === drawn) return;
    this.putDown();
    if (!square || !drawn) return;
    this.held = { square, drawn, home, by: { x: 0, y: 0 }, height: 0, state: 'raised' };
    this.lift(HEIGHT.tapped);
  }

  /** Begins to carry what stands on a square. */
  take(square: string, drawn: SVGGElement, home: Point, pointer: string) {
    if (this.held && this.held.drawn !== drawn) this.putDown();
    const height = this.held?.height ?? 0;
    this.held = { square, drawn, home, by: { x: 0, y: 0 }, height, state: 'carried' };
    this.lift(pointer === 'touch' ? HEIGHT.touch : HEIGHT.mouse);
    // What is carried is above everything else that stands on the board.
    drawn.parentElement!.parentElement?.append(drawn.parentElement!);
  }

  /** Carries it to a point. */
  follow(point: Point) {
    const { held } = this;
    if (held?.state !== 'carried') return;
    held.by = { x: point.x - held.home.x, y: point.y - held.home.y };
    held.drawn.style.transform = translate(held.by.x, held.by.y);
  }

  /** Lets it go where it shall stay. It waits there until the move is on the board. */
  letGo() {
    if (this.held?.state === 'carried') this.held.state = 'let-go';
  }

  /** It may not stay where it was let go. */
  glideBack() {
    const { held } = this;
    if (!held || held.state === 'raised') return;
    const { drawn, by } = held;
    drawn.style.transform = '';
    const back = [{ transform: translate(by.x, by.y) }, { transform: 'none' }];
    if (this.moving())
      this.motions.push(
        drawn.animate(back, { duration: BACK, easing: 'cubic-bezier(.3,.1,.3,1)' }),
      );
    held.state = 'raised';
    this.putDown(BACK);
  }

  /** Forgets what it held: the board is drawn anew. */
  empty() {
    for (const motion of this.motions) motion.cancel();
    this.motions = [];
    this.held = null;
  }

  private lift(height: number) {
    const held = this.held!;
    this.shift(held.drawn, held.height, height, LIFT);
    held.height = height;
  }

  private putDown(span: number = LIFT) {
    if (!this.held) return;
    const { drawn, height } = this.held;
    this.held = null;
    this.shift(drawn, height, 0, span);
  }

  private shift(drawn: SVGGElement, from: number, to: number, span: number) {
    const { body, ground } = split(drawn);
    const how = {
      duration: this.moving() ? span : 0,
      easing: 'cubic-bezier(.2,.7,.3,1)',
      fill: 'forwards' as const,
    };
    const heights = [{ height: from }, { height: to }];
    for (const part of [body, ground]) for (const old of part.getAnimations()) old.cancel();
    this.motions = this.motions.filter(({ playState }) => playState === 'running');
    this.motions.push(
      body.animate(
        heights.map((at) => ({ transform: bodyAt(at) })),
        how,
      ),
      ground.animate(heights.map(shadowAt), how),
    );
  }
}
