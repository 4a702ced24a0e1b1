// Sounds made in the page: wood on wood, a click for a crown, a breath for a huff.

import type { Cue, Sound } from './board/choreography';

let context: AudioContext | null = null;

/** What is heard of a knock: its pitch in hertz, how loud it is, how long it rings in seconds. */
interface Knock {
  pitch: number;
  loud: number;
  rings: number;
  /** When it comes, in seconds after the sound begins. */
  after?: number;
  tone?: OscillatorType;
}

/** The knocks of each sound. Wood is a low triangle that falls; metal rings high. */
const KNOCKS: Record<Exclude<Sound, 'huff'>, Knock[]> = {
  lift: [{ pitch: 330, loud: 0.05, rings: 0.05 }],
  step: [{ pitch: 220, loud: 0.22, rings: 0.12 }],
  land: [
    { pitch: 220, loud: 0.24, rings: 0.12 },
    { pitch: 640, loud: 0.05, rings: 0.03 },
  ],
  capture: [{ pitch: 420, loud: 0.1, rings: 0.06 }],
  crown: [
    { pitch: 1250, loud: 0.07, rings: 0.16, tone: 'sine' },
    { pitch: 1870, loud: 0.06, rings: 0.26, tone: 'sine', after: 0.08 },
  ],
  place: [{ pitch: 260, loud: 0.22, rings: 0.1 }],
  swap: [
    { pitch: 240, loud: 0.18, rings: 0.1 },
    { pitch: 300, loud: 0.18, rings: 0.1, after: 0.07 },
  ],
  home: [
    { pitch: 260, loud: 0.16, rings: 0.1 },
    { pitch: 784, loud: 0.06, rings: 0.22, tone: 'sine', after: 0.1 },
  ],
  tuck: [
    { pitch: 180, loud: 0.2, rings: 0.09 },
    { pitch: 230, loud: 0.14, rings: 0.08, after: 0.05 },
  ],
  undo: [{ pitch: 180, loud: 0.12, rings: 0.09 }],
  refuse: [
    { pitch: 130, loud: 0.16, rings: 0.08 },
    { pitch: 115, loud: 0.12, rings: 0.1, after: 0.08 },
  ],
};

/** How much higher each further sound of its kind is within a move. */
const HIGHER = 1.11;

function knock(at: number, { pitch, loud, rings, tone = 'triangle' }: Knock, higher: number) {
  const source = context!.createOscillator();
  const gain = context!.createGain();
  source.type = tone;
  source.frequency.setValueAtTime(pitch * higher, at);
  if (tone === 'triangle')
    source.frequency.exponentialRampToValueAtTime((pitch * higher) / 2.4, at + rings * 0.6);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + rings);
  source.connect(gain).connect(context!.destination);
  source.start(at);
  source.stop(at + rings + 0.01);
  return source;
}

function breath(at: number) {
  const length = 0.4;
  const source = context!.createBufferSource();
  const buffer = context!.createBuffer(1, context!.sampleRate * length, context!.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) {
    const along = i / data.length;
    data[i] = (Math.random() * 2 - 1) * Math.sin(Math.PI * along) * 0.35;
  }
  const filter = context!.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = 900;
  source.buffer = buffer;
  source.connect(filter).connect(context!.destination);
  source.start(at);
  return source;
}

interface Playing {
  start: number;
  source: AudioScheduledSourceNode;
}

/** Plays sounds at their times; what it returns silences those that are still to come. */
export function playSounds(cues: Cue[]): () => void {
  if (cues.length === 0 || !navigator.userActivation?.hasBeenActive) return () => {};
  context ??= new AudioContext();
  const now = context.currentTime;
  const ahead = cues.flatMap(({ sound, at, step }): Playing[] => {
    const start = now + at / 1000;
    if (sound === 'huff') return [{ start, source: breath(start) }];
    return KNOCKS[sound].map((it) => {
      const begins = start + (it.after ?? 0);
      return { start: begins, source: knock(begins, it, HIGHER ** step) };
    });
  });
  return () => {
    const time = context!.currentTime;
    for (const { start, source } of ahead) if (start > time) source.stop();
  };
}
