// A player by chance, inside the page: it taps the squares and presses the buttons that a person
// would, until the game is over.

/** Plays until the result is shown, or so many moves were made; says how many it made. */
export function playOut(page, seed, most = Infinity) {
  return page.evaluate(
    async ([seed, most]) => {
      let state = seed >>> 0;
      const chance = (below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      const board = () => document.querySelector('crown-board.large');
      const frame = () => new Promise((resolve) => setTimeout(resolve, 4));
      const cell = (name) => board().querySelector(`[data-square="${name}"]`);
      const over = () => document.querySelector('.result');
      const button = (text) =>
        [...document.querySelectorAll('.panel .card button, .panel .row button')].find(
          // A move of the list leads back to it; that is not what is asked here.
          (it) => it.textContent.trim() === text && !it.closest('li'),
        );
      const words = { pass: 'Pass', compel: 'Make them jump', stand: 'Let it stand' };
      const press = (action, phase) => {
        if (action.kind === 'huff') return button(`Huff ${action.trail[0]}`);
        if (action.kind === 'pass' && phase === 'exchange') return button('Swap nothing');
        return button(words[action.kind]);
      };
      const patience = 8000;
      let moves = 0;
      while (!over() && moves < most) {
        const { scene, live } = board().state;
        if (!live || scene.actions.length === 0) {
          await frame();
          continue;
        }
        const action = scene.actions[chance(scene.actions.length)];
        const began = performance.now();
        if (action.kind in words || action.kind === 'huff') {
          press(action, scene.phase)?.click();
        } else {
          // The end of a jump is enough if one way leads there; else every landing is tapped.
          const ends = [action.trail[0], action.trail.at(-1)];
          for (const way of action.trail.length > 2 ? [ends, action.trail] : [action.trail]) {
            board().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
            for (const name of way) cell(name).click();
            for (let i = 0; i < 10 && board().state.scene === scene && !over(); i++) {
              await frame();
              // Several ways lead there, or the checker may stop: the panel asks.
              (button(action.text) ?? button(`Stop on ${action.trail.at(-1)}`))?.click();
            }
            if (board().state.scene !== scene || over()) break;
          }
        }
        while (board().state.scene === scene && !over()) {
          if (performance.now() - began > patience)
            throw new Error(
              `stuck at ${action.text}: ${document.querySelector('.panel').innerText}`,
            );
          await frame();
        }
        moves++;
      }
      return moves;
    },
    [seed, most],
  );
}
