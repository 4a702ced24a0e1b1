// Arrows and rings that a person draws: with the right button, with a finger that rests before it
// goes on, or with Shift and Enter on one square and then on another.

/** How long a finger rests before it draws, in milliseconds. */
const REST = 450;
/** How far it may tremble meanwhile, in pixels. */
const TREMBLE = 10;

export class Pen {
  private from: string | null = null;
  private at = { x: 0, y: 0 };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private keyed: string | null = null;
  /** Whether what moves now draws. */
  draws = false;

  constructor(private tell: (from: string, to: string) => void) {}

  down(event: PointerEvent, square: string) {
    this.cancel();
    this.from = square;
    this.at = { x: event.clientX, y: event.clientY };
    if (event.button === 2) this.draws = true;
    else if (event.pointerType === 'touch') this.timer = setTimeout(() => this.begin(), REST);
  }

  private begin() {
    this.draws = true;
    navigator.vibrate?.(15);
  }

  move(event: PointerEvent) {
    const moved = Math.hypot(event.clientX - this.at.x, event.clientY - this.at.y);
    if (!this.draws && moved > TREMBLE) clearTimeout(this.timer);
  }

  /** Ends a stroke on a square; says whether it was one. */
  up(to: string | null): boolean {
    const { draws, from } = this;
    this.cancel();
    if (draws && from && to) this.tell(from, to);
    return draws;
  }

  /** The first key says where from, the second where to. */
  key(square: string) {
    const from = this.keyed;
    this.keyed = from === null ? square : null;
    if (from !== null) this.tell(from, square);
  }

  cancel() {
    clearTimeout(this.timer);
    this.draws = false;
    this.from = null;
  }
}
