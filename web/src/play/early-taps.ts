// Squares that are tapped on the board of a game that is about to open. The board of its room
// answers them.

let taps: string[] = [];

export const earlyTaps = {
  add: (square: string) => void taps.push(square),

  /** The squares, which are then forgotten. */
  take(): string[] {
    const taken = taps;
    taps = [];
    return taken;
  },
};
