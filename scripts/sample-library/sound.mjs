// Computes soft sound: background noise (sea, wind, rain, fire, rails, a room, a clock, a keyboard), slow chords and single notes. Mono
// 16-bit samples; the same seed gives the same sound.

const RATE = 32_000; // samples a second: enough for wind and bells, and AAC spends its few bits below 14 kHz anyway

function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One-pole low pass: `share` near 0 is dull, near 1 is bright. */
function lowPass(share) {
  let value = 0;
  return (x) => (value += share * (x - value));
}

/** The kinds of background noise. Each is a factory of a function that returns the sample at a time in seconds. */
const beds = {
  sea(random) {
    const low = lowPass(0.035);
    const mid = lowPass(0.16);
    return (t) => {
      const noise = random() * 2 - 1;
      const swell = 0.45 + 0.55 * Math.sin(t * 0.62) * Math.sin(t * 0.23 + 1);
      return low(noise) * 2.4 + mid(noise) * 0.34 * Math.max(0.1, swell);
    };
  },
  wind(random) {
    const soft = lowPass(0.02);
    const edge = lowPass(0.09);
    return (t) => {
      const noise = random() * 2 - 1;
      const gust = 0.5 + 0.3 * Math.sin(t * 0.37) + 0.2 * Math.sin(t * 0.91 + 2);
      return soft(noise) * 2.6 * gust + (edge(noise) - soft(0)) * 0.3 * gust;
    };
  },
  rain(random) {
    const body = lowPass(0.3);
    let drop = 0;
    let pitch = 0;
    return (t) => {
      const noise = random() * 2 - 1;
      if (random() < 0.0009) {
        drop = 0.5 + random() * 0.5;
        pitch = 900 + random() * 1500;
      }
      drop *= 0.994;
      return body(noise) * 0.32 + Math.sin(t * pitch * 6.283) * drop * drop * 0.14;
    };
  },
  fire(random) {
    const body = lowPass(0.04);
    let crack = 0;
    return () => {
      const noise = random() * 2 - 1;
      if (random() < 0.00035) crack = 0.4 + random() * 0.6;
      crack *= 0.985;
      return body(noise) * 1.7 + noise * crack * 0.32;
    };
  },
  rails(random) {
    const body = lowPass(0.03);
    return (t) => {
      const noise = random() * 2 - 1;
      const phase = (t * 0.9) % 1;
      const knock = Math.exp(-phase * 26) + 0.7 * Math.exp(-Math.max(0, phase - 0.16) * 26) * (phase > 0.16 ? 1 : 0);
      return body(noise) * 2.2 + Math.sin(t * 390) * knock * 0.16 + noise * knock * 0.06;
    };
  },
  room(random) {
    const body = lowPass(0.02);
    return (t) => body(random() * 2 - 1) * 1.1 + Math.sin(t * 314) * 0.006;
  },
  clock(random) {
    const body = lowPass(0.02);
    return (t) => {
      const phase = (t * 2) % 1;
      const tick = Math.exp(-phase * 70) * Math.sin(t * (Math.floor(t * 2) % 2 ? 15_700 : 12_900));
      return body(random() * 2 - 1) * 0.9 + tick * 0.2;
    };
  },
  keys(random) {
    const body = lowPass(0.02);
    let tap = 0;
    let wait = 0;
    return () => {
      const noise = random() * 2 - 1;
      if (--wait <= 0) {
        tap = 0.4 + random() * 0.5;
        wait = RATE * (0.07 + random() * random() * 0.6);
      }
      tap *= 0.9965;
      return body(noise) * 0.9 + noise * tap * tap * 0.16;
    };
  },
};

const CHORDS = {
  harbour: [
    [146.83, 220, 277.18],
    [123.47, 185, 246.94],
    [98, 196, 246.94],
    [110, 220, 277.18],
  ],
  night: [
    [110, 164.81, 261.63],
    [87.31, 174.61, 220],
    [130.81, 196, 246.94],
    [98, 146.83, 246.94],
  ],
  bench: [
    [130.81, 196, 329.63],
    [110, 220, 261.63],
    [146.83, 174.61, 293.66],
    [98, 196, 293.66],
  ],
  rail: [
    [98, 146.83, 220],
    [116.54, 174.61, 233.08],
    [87.31, 174.61, 261.63],
    [130.81, 196, 261.63],
  ],
};

/** Adds slowly swelling chords, and a few bell notes, to `samples`. */
function addMusic(samples, seconds, { chords, level = 0.16, bells = 0.5, bar = 9 }, random) {
  const chordList = CHORDS[chords];
  for (let i = 0; i < samples.length; i++) {
    const t = i / RATE;
    const barsPlayed = (t / bar) % chordList.length;
    const index = Math.floor(barsPlayed);
    const swell = Math.sin((barsPlayed - index) * Math.PI) ** 0.7;
    let sum = 0;
    for (const hertz of chordList[index]) sum += Math.sin(t * hertz * 6.2832) + 0.5 * Math.sin(t * hertz * 1.003 * 6.2832 + 1);
    samples[i] += (sum / 4.5) * swell * level;
  }
  let noteSeconds = 2 + random() * 3;
  while (noteSeconds < seconds - 4) {
    const chord = chordList[Math.floor((noteSeconds / bar) % chordList.length)];
    const hertz = chord[Math.floor(random() * 3)] * (random() < 0.5 ? 4 : 2);
    const loudness = level * bells * (0.4 + random() * 0.6);
    const start = Math.floor(noteSeconds * RATE);
    const span = Math.min(samples.length - start, RATE * 4);
    for (let i = 0; i < span; i++) {
      const t = i / RATE;
      samples[start + i] +=
        (Math.sin(t * hertz * 6.2832) + 0.3 * Math.sin(t * hertz * 2.01 * 6.2832) * Math.exp(-t * 4)) * Math.exp(-t * 1.7) * Math.min(1, t * 90) * loudness;
    }
    noteSeconds += 1.6 + random() * 4.5;
  }
}

/** Returns the bytes of a WAV file. `sound` has the form { beds: { sea: 0.2 }, music: { chords }, seed }. */
export function wav(seconds, sound) {
  const random = seeded(sound.seed ?? 1);
  const samples = new Float32Array(Math.round(seconds * RATE));
  for (const [name, level] of Object.entries(sound.beds)) {
    const bed = beds[name](random);
    for (let i = 0; i < samples.length; i++) samples[i] += bed(i / RATE) * level;
  }
  if (sound.music) addMusic(samples, seconds, sound.music, random);
  const bytes = Buffer.alloc(44 + samples.length * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples.length * 2, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples.length * 2, 40);
  const fade = RATE * 1.5;
  for (let i = 0; i < samples.length; i++) {
    const edge = Math.min(1, i / fade, (samples.length - i) / fade);
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, samples[i] * edge)) * 32_767), 44 + i * 2);
  }
  return bytes;
}
