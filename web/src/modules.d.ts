declare module 'virtual:catalog' {
  const catalog: import('./generated/wasm').GameBox[];
  export default catalog;
}

declare module 'gifenc' {
  export type Palette = number[][];
  interface Frame {
    palette?: Palette;
    transparent?: boolean;
    transparentIndex?: number;
    /** In milliseconds. */
    delay?: number;
    repeat?: number;
    dispose?: number;
  }
  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, frame?: Frame): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray, colours: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
}
