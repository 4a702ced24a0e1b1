// Sounds made in the page: wood on wood, a click for a crown, a breath for a huff.

import type { LastMove } from './generated/wasm';

let context: AudioContext | null = null;

function knock(at: number, pitch: number, loud: number) {
  const tone = context!.createOscillator();
  const gain = context!.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2.4, at + 0.07);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.12);
  tone.connect(gain).connect(context!.destination);
  tone.start(at);
  tone.stop(at + 0.13);
}

function breath(at: number) {
  const length = 0.45;
  const noise = context!.createBufferSource();
  const buffer = context!.createBuffer(1, context!.sampleRate * length, context!.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) {
    const along = i / data.length;
    data[i] = (Math.random() * 2 - 1) * Math.sin(Math.PI * along) * 0.35;
  }
  const filter = context!.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = 900;
  noise.buffer = buffer;
  noise.connect(filter).connect(context!.destination);
  noise.start(at);
}

/** A knock: when it is heard, in seconds after the move, its pitch and its volume. */
interface Knock {
  delay: number;
  pitch: number;
  loud: number;
}

/** The knocks of a move: one for each jump, or one for any other move, and a click for a crown. */
export function knocksOf({ kind, captures, crowned }: LastMove): Knock[] {
  const count = kind === 'jump' ? captures.length : 1;
  const knocks = Array.from({ length: count }, (_, i) => {
    return { delay: 0.17 + i * 0.21, pitch: 220 + i * 25, loud: 0.22 };
  });
  return crowned ? [...knocks, { delay: 0.45, pitch: 1400, loud: 0.1 }] : knocks;
}

/** Plays the sound of a move. */
export function playSound(move: LastMove) {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  if (move.kind === 'huff') return breath(now);
  for (const { delay, pitch, loud } of knocksOf(move)) knock(now + delay, pitch, loud);
}
