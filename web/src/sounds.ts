// Sounds made in the page: wood on wood, a click for a crown, a breath for a huff.

import { chosen } from './settings.svelte';
import type { Scene } from './generated/wasm';

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

/** Plays the sound of the move that led to a scene. */
export function playSound(before: Scene | null, after: Scene) {
  const { last } = after;
  if (!chosen.sound || !last || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  if (last.kind === 'huff') return breath(now);
  const hops = last.kind === 'jump' ? last.trail.length - 1 : 1;
  for (let i = 0; i < hops; i++) knock(now + 0.17 + i * 0.21, 220 + i * 25, 0.22);
  const kings = (scene: Scene | null) =>
    scene?.cells.filter((cell) => /[AB]$/.test(cell.checkers)).length ?? 0;
  if (kings(after) > kings(before)) knock(now + 0.45, 1400, 0.1);
}
