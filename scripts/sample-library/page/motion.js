// Paints moving elements that several scenes share: stars, glints on water, falling snow, steam, fog. Each factory returns
// paint(ctx, seconds). `glow` and `gull` are not factories and paint immediately.
import { seeded } from './stage.js';

const TAU = Math.PI * 2;

/** Rises smoothly from 0 to 1 while `value` goes from `from` to `to`. */
export function ease(from, to, value) {
  const x = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return x * x * (3 - 2 * x);
}

/** Only a few stars flicker, because a sky in which all flicker looks like noise and costs bytes. */
export function stars(list, { drift = 0, flicker = 5 } = {}) {
  const random = seeded(list.length * 7 + 3);
  const movingStars = list.map((star, i) => ({
    ...star,
    phase: random() * TAU,
    pace: 0.5 + random(),
    flickers: i % flicker === 0,
  }));
  return (ctx, t) => {
    ctx.save();
    for (const star of movingStars) {
      const shine = star.flickers ? 0.55 + 0.45 * Math.sin(t * star.pace + star.phase) : 1;
      ctx.globalAlpha = star.alpha * shine;
      ctx.fillStyle = star.fill;
      ctx.beginPath();
      ctx.arc(star.x - drift * t, star.y, star.r, 0, TAU);
      ctx.fill();
    }
    ctx.restore();
  };
}

/** Bars of light on water: each slides a little and fades in and out at its own pace. */
export function glints(list, { pace = 0.5, slide = 3 } = {}) {
  const random = seeded(list.length * 13 + 1);
  const movingBars = list.map((bar) => ({ ...bar, phase: random() * TAU, speed: pace * (0.6 + random() * 0.8) }));
  return (ctx, t) => {
    ctx.save();
    for (const bar of movingBars) {
      const wave = Math.sin(t * bar.speed + bar.phase);
      ctx.globalAlpha = Math.max(0, bar.alpha * (0.65 + 0.5 * wave));
      ctx.fillStyle = bar.fill;
      const width = bar.w * (0.85 + 0.15 * wave);
      const x = bar.x + Math.cos(t * bar.speed + bar.phase) * slide;
      ctx.beginPath();
      ctx.roundRect(x, bar.y + wave * 0.25, width, bar.h, Math.min(1, bar.h / 2));
      ctx.fill();
    }
    ctx.restore();
  };
}

export function glow(ctx, x, y, radius, colour, alpha) {
  ctx.save();
  ctx.globalAlpha = alpha;
  const light = ctx.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, colour);
  light.addColorStop(0.4, `${colour}66`);
  light.addColorStop(1, `${colour}00`);
  ctx.fillStyle = light;
  ctx.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  ctx.restore();
}

/** Falling or rising specks; `fall` below zero rises (embers, bubbles). */
export function specks({ count, seed, box, size, fall, sway = 2, colour = '#ffffff', alpha = 0.8 }) {
  const random = seeded(seed);
  const movingSpecks = Array.from({ length: count }, () => ({
    x: box.x + random() * box.w,
    y: random(),
    r: size[0] + random() * (size[1] - size[0]),
    speed: 0.6 + random() * 0.8,
    phase: random() * TAU,
  }));
  return (ctx, t) => {
    ctx.save();
    ctx.fillStyle = colour;
    for (const speck of movingSpecks) {
      const turn = (((speck.y + (fall * speck.speed * t) / box.h) % 1) + 1) % 1;
      const fade = fall < 0 ? turn : 1;
      ctx.globalAlpha = alpha * fade;
      ctx.beginPath();
      ctx.arc(
        speck.x + Math.sin(t * speck.speed + speck.phase) * sway,
        box.y + turn * box.h,
        speck.r,
        0,
        TAU,
      );
      ctx.fill();
    }
    ctx.restore();
  };
}

/** Soft puffs that rise, widen and vanish: steam, smoke, breath. */
export function puffs({ count, seed, x, y, rise, width, size, colour = '#ffffff', alpha = 0.2, seconds = 6 }) {
  const random = seeded(seed);
  const movingPuffs = Array.from({ length: count }, (_, i) => ({
    start: i / count,
    phase: random() * TAU,
    lean: random() - 0.5,
  }));
  return (ctx, t) => {
    for (const puff of movingPuffs) {
      const age = (puff.start + t / seconds) % 1;
      const px = x + Math.sin(age * 5 + puff.phase) * width * age + puff.lean * width * age;
      glow(ctx, px, y - rise * age, size * (0.35 + age), colour, alpha * Math.sin(age * Math.PI));
    }
  };
}

/** Long low banks that cross the picture, for fog and mist. */
export function banks({ count, seed, y, height, colour, alpha, pace = 3 }) {
  const random = seeded(seed);
  const movingBanks = Array.from({ length: count }, () => ({
    x: random() * 520,
    y: y + (random() - 0.5) * height,
    w: 80 + random() * 120,
    h: height * (0.25 + random() * 0.4),
    speed: pace * (0.5 + random()),
  }));
  return (ctx, t, strength = 1) => {
    for (const bank of movingBanks) {
      const x = ((bank.x + bank.speed * t) % 560) - 120;
      ctx.save();
      ctx.translate(x, bank.y);
      ctx.scale(bank.w / bank.h, 1);
      glow(ctx, 0, 0, bank.h, colour, alpha * strength);
      ctx.restore();
    }
  };
}

/** A distant bird: two strokes that beat. */
export function gull(ctx, x, y, size, t, colour) {
  const beat = Math.sin(t * 5) * size * 0.35;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = size * 0.16;
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.moveTo(x - size, y - beat);
  ctx.quadraticCurveTo(x - size * 0.4, y - size * 0.35, x, y);
  ctx.quadraticCurveTo(x + size * 0.4, y - size * 0.35, x + size, y - beat);
  ctx.stroke();
  ctx.restore();
}
