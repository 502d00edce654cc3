// Draws boats, harbours, lights and ice. Each scene: async (stage, options) => paint(ctx, seconds, lengthSeconds).
import { banks, ease, glints, glow, gull, puffs, specks, stars } from './motion.js';

export async function fog(stage, { bank = 0.55, ship = false } = {}) {
  const sky = await stage.layer('fog', '1-5');
  const boat = await stage.layer('fog', '136');
  const veil = await stage.layer('fog', '137', { margin: 40 });
  const light = glints(await stage.marks('fog', 6, 75));
  const dark = glints(await stage.marks('fog', 76, 135), { pace: 0.35 });
  const drifting = banks({ count: 9, seed: 11, y: 112, height: 46, colour: '#dfe4e2', alpha: bank, pace: 2.6 });
  return (ctx, t, length) => {
    sky(ctx);
    if (ship) {
      const x = 330 - t * 3.4;
      ctx.save();
      ctx.globalAlpha = 0.32;
      ctx.fillStyle = '#2b424c';
      ctx.fill(new Path2D(`M${x} 103h78l-6 8h-68zM${x + 8} 103v-9h14v9zM${x + 11} 94v-6h6v6zM${x + 30} 103v-4h30v4z`));
      ctx.restore();
      glow(ctx, x + 14, 90, 7, '#fff1c4', 0.6 + 0.3 * Math.sin(t * 0.9));
    }
    dark(ctx, t);
    light(ctx, t);
    gull(ctx, 30 + t * 2.2, 40 + Math.sin(t * 0.4) * 4, 4.2, t, '#41565e');
    gull(ctx, 14 + t * 2.1, 48 + Math.sin(t * 0.4 + 1) * 3, 3.2, t + 0.7, '#41565e');
    boat(ctx, {
      x: Math.sin(t * 0.11) * 5,
      y: Math.sin(t * 0.75) * 1.1,
      turn: Math.sin(t * 0.6) * 0.022,
      around: [133, 136],
    });
    veil(ctx, { x: Math.sin(t * 0.09) * 22, alpha: 0.8 + 0.2 * Math.sin(t * 0.2) });
    drifting(ctx, t, 0.35 + 0.65 * ease(0, length * 0.6, t));
  };
}

export async function camp(stage) {
  const back = await stage.layer('camp', '1 92-94');
  const near = await stage.layer('camp', '119');
  const tent = await stage.layer('camp', '121-123');
  const fire = await stage.layer('camp', '124');
  const people = await stage.layer('camp', '125-127');
  const sky = stars(await stage.marks('camp', 2, 91));
  const water = glints(await stage.marks('camp', 95, 118));
  const embers = specks({ count: 22, seed: 5, box: { x: 118, y: 70, w: 18, h: 84 }, size: [0.35, 0.8], fall: -9, sway: 5, colour: '#ffb057' });
  const snow = specks({ count: 70, seed: 9, box: { x: -10, y: -4, w: 340, h: 190 }, size: [0.4, 0.9], fall: 6, alpha: 0.5 });
  return (ctx, t) => {
    back(ctx);
    sky(ctx, t);
    water(ctx, t);
    near(ctx);
    const flame = 0.8 + 0.14 * Math.sin(t * 4.3) + 0.08 * Math.sin(t * 7.7);
    glow(ctx, 126, 150, 78, '#ff9a3c', 0.5 * flame);
    tent(ctx);
    glow(ctx, 230, 150, 26, '#ffb45e', 0.3 * flame);
    fire(ctx, { grow: 0.9 + 0.16 * flame, around: [127, 161], turn: Math.sin(t * 3.1) * 0.05 });
    fire(ctx, { grow: 0.45 + 0.1 * flame, around: [127, 160], turn: Math.sin(t * 4.4) * 0.08, alpha: 0.9 });
    glow(ctx, 127, 153, 9, '#fffbe6', 0.75 * flame);
    people(ctx, { y: Math.sin(t * 0.8) * 0.2 });
    embers(ctx, t);
    snow(ctx, t);
  };
}

export async function ice(stage, { sonar = false } = {}) {
  const sky = await stage.layer('ice', '1-2');
  const berg = await stage.layer('ice', '3-5');
  const sea = await stage.layer('ice', '6');
  const below = await stage.layer('ice', '7-8');
  const light = glints(await stage.marks('ice', 10, 35), { pace: 0.4 });
  const boat = await stage.layer('ice', '36');
  const bubbles = specks({ count: 26, seed: 3, box: { x: 100, y: 76, w: 150, h: 110 }, size: [0.4, 1], fall: -5, sway: 2, colour: '#d9f6ff', alpha: 0.45 });
  return (ctx, t) => {
    const heave = Math.sin(t * 0.45);
    sky(ctx);
    berg(ctx, { y: heave * 0.9, turn: heave * 0.006, around: [165, 74] });
    sea(ctx);
    below(ctx, { y: heave * 0.9, turn: heave * 0.006, around: [165, 74] });
    const boatX = ((t * 1.5) % 90) - 20;
    if (sonar) {
      ctx.save();
      ctx.beginPath();
      ctx.rect(-10, 75, 340, 110);
      ctx.clip();
      ctx.strokeStyle = '#bff3ff';
      for (let ring = 0; ring < 3; ring++) {
        const age = ((t * 0.28 + ring / 3) % 1) * 190;
        ctx.globalAlpha = 0.5 * (1 - age / 190);
        ctx.lineWidth = 1.3;
        ctx.beginPath();
        ctx.arc(boatX + 57, 80, age, 0, Math.PI);
        ctx.stroke();
      }
      ctx.restore();
    }
    ctx.save();
    ctx.strokeStyle = '#ffffff';
    ctx.globalAlpha = 0.85;
    ctx.lineWidth = 1.3;
    ctx.beginPath();
    for (let x = -12; x <= 332; x += 4) ctx.lineTo(x, 74 + Math.sin(x * 0.09 + t * 1.1) * 0.8);
    ctx.stroke();
    ctx.restore();
    light(ctx, t);
    bubbles(ctx, t);
    boat(ctx, { x: boatX, y: Math.sin(t * 0.9) * 0.9, turn: Math.sin(t * 0.9 + 1) * 0.03, around: [57, 78] });
  };
}

/** `flashes`: the light's character, pairs of [from, to] in seconds within `period`. */
export async function lighthouse(stage, { flashes, period = 10 } = {}) {
  const sky = await stage.layer('light', '1');
  const beams = await stage.layer('light', '92-93', { margin: 30 });
  const sea = await stage.layer('light', '94');
  const land = await stage.layer('light', '155-162');
  const house = await stage.layer('light', '164-165');
  const dots = stars(await stage.marks('light', 2, 91));
  const water = glints(await stage.marks('light', 95, 154));
  return (ctx, t) => {
    let shine = 0.55 + 0.45 * Math.sin(t * 0.55);
    let swing = Math.sin(t * 0.28) * 0.13;
    if (flashes) {
      const periodTime = t % period;
      shine = 0.06;
      swing = 0;
      for (const [from, to] of flashes)
        shine = Math.max(shine, ease(from, from + 0.35, periodTime) * (1 - ease(to, to + 0.35, periodTime)));
    }
    sky(ctx);
    dots(ctx, t);
    beams(ctx, { turn: swing, around: [218, 53], alpha: 0.25 + 0.75 * shine });
    sea(ctx);
    water(ctx, t);
    glow(ctx, 90, 150, 80, '#ffeebb', 0.12 * shine);
    land(ctx);
    glow(ctx, 218, 53, 36, '#fff0bd', 0.35 + 0.65 * shine);
    house(ctx);
  };
}

export async function tug(stage, { smoke = true } = {}) {
  const back = await stage.layer('tug', '1-2');
  const sea = await stage.layer('tug', '3');
  const light = glints(await stage.marks('tug', 4, 63));
  const dark = glints(await stage.marks('tug', 64, 113), { pace: 0.35 });
  const boat = await stage.layer('tug', '114');
  const plume = puffs({ count: 9, seed: 8, x: 192, y: 66, rise: 52, width: 26, size: 15, colour: '#3a3048', alpha: 0.55, seconds: 9 });
  return (ctx, t) => {
    back(ctx);
    glow(ctx, 170, 128, 150, '#ffb46a', 0.16 + 0.04 * Math.sin(t * 0.2));
    sea(ctx);
    dark(ctx, t);
    light(ctx, t);
    if (smoke) plume(ctx, t);
    const heave = Math.sin(t * 0.7) * 0.9;
    boat(ctx, { y: heave, turn: Math.sin(t * 0.5) * 0.012, around: [160, 132] });
    glow(ctx, 148, 72 + heave, 42, '#ffd27a', 0.34 + 0.06 * Math.sin(t * 1.9));
    gull(ctx, 250 - t * 1.6, 34 + Math.sin(t * 0.5) * 3, 3.4, t, '#2a2340');
  };
}

export async function bridge(stage) {
  const sky = await stage.layer('bridge', '1');
  const rest = await stage.layer('bridge', '2-4');
  const mist = banks({ count: 10, seed: 21, y: 160, height: 50, colour: '#fdf6ec', alpha: 0.9, pace: 3.4 });
  return (ctx, t) => {
    sky(ctx);
    rest(ctx);
    // The painter's cradle.
    const x = 148 + Math.sin(t * 0.07) * 26;
    const y = 106 + Math.sin(t * 0.3) * 1.2;
    ctx.save();
    ctx.strokeStyle = '#5c2018';
    ctx.lineWidth = 0.5;
    ctx.beginPath();
    ctx.moveTo(x + 2, 92);
    ctx.lineTo(x + 2, y);
    ctx.moveTo(x + 14, 92);
    ctx.lineTo(x + 14, y);
    ctx.stroke();
    ctx.fillStyle = '#2f3d49';
    ctx.fillRect(x, y, 16, 3.4);
    ctx.fillStyle = '#f2b33d';
    ctx.fillRect(x + 5, y - 6, 3, 6);
    ctx.beginPath();
    ctx.arc(x + 6.5, y - 7.4, 1.7, 0, 7);
    ctx.fill();
    ctx.restore();
    mist(ctx, t);
    for (let i = 0; i < 3; i++)
      gull(ctx, (((t * 3 + i * 22) % 380) - 20), 38 + i * 7 + Math.sin(t * 0.5 + i) * 4, 3.4, t + i, '#6d7c86');
  };
}

export async function volcano(stage) {
  const sky = await stage.layer('volcano', '1-3');
  const smoke = await stage.layer('volcano', '4', { margin: 30 });
  const hill = await stage.layer('volcano', '5-8');
  const light = glints(await stage.marks('volcano', 9, 68));
  const dark = glints(await stage.marks('volcano', 69, 108), { pace: 0.35 });
  const boat = await stage.layer('volcano', '109-110', { margin: 60 });
  const plume = puffs({ count: 10, seed: 4, x: 184, y: 50, rise: 58, width: 40, size: 22, colour: '#4a2a52', alpha: 0.6, seconds: 12 });
  const embers = specks({ count: 18, seed: 14, box: { x: 172, y: 14, w: 24, h: 42 }, size: [0.3, 0.8], fall: -7, sway: 7, colour: '#ff8a4a' });
  return (ctx, t) => {
    sky(ctx);
    smoke(ctx, { x: Math.sin(t * 0.15) * 4, alpha: 0.8 });
    plume(ctx, t);
    hill(ctx);
    glow(ctx, 184, 54, 24, '#ff6a3c', 0.5 + 0.25 * Math.sin(t * 0.9));
    embers(ctx, t);
    dark(ctx, t);
    light(ctx, t);
    boat(ctx, { x: -t * 0.8 + 16, y: Math.sin(t * 0.8) * 0.7, turn: Math.sin(t * 0.7) * 0.03, around: [258, 150] });
  };
}

/** The long harbour drawing (1200 × 240), with the breakwater moved into the picture. */
export async function breakwater(stage) {
  const sky = await stage.layer('pano', '1-6', { margin: 20 });
  const boats = [];
  for (const pick of [9, 10, 11]) boats.push(await stage.layer('pano', String(pick), { margin: 20 }));
  const pier = await stage.layer('pano', '12', { margin: 640 });
  // The drawing scales the group of the glints by 3.75 × 1.33.
  const bars = (await stage.marks('pano', 0, 199, 7)).map((bar) => ({ ...bar, x: bar.x * 3.75, y: bar.y * 1.33, w: bar.w * 3.75, h: bar.h * 1.33 }));
  const water = glints(bars, { slide: 7, pace: 0.4 });
  return (ctx, t, length) => {
    sky(ctx);
    water(ctx, t);
    boats.forEach((boat, i) =>
      boat(ctx, { x: Math.sin(t * 0.05 + i) * 9 + (i ? 0 : 92), y: Math.sin(t * 0.6 + i * 2) * 1.1, turn: Math.sin(t * 0.5 + i) * 0.012, around: [[617, 144], [980, 146], [1085, 143]][i] }),
    );
    const dusk = ease(0, length, t);
    ctx.fillStyle = `rgba(24, 34, 62, ${0.3 * dusk})`;
    ctx.fillRect(560, -20, 520, 300);
    pier(ctx, { x: 600 });
    const lamp = ease(length * 0.2, length * 0.5, t);
    for (const x of [642, 698]) glow(ctx, x, x === 642 ? 130 : 141, 34, '#ffdf9a', 0.15 + 0.75 * lamp);
    gull(ctx, 640 + t * 3, 60 + Math.sin(t * 0.4) * 5, 6, t, '#41565e');
    gull(ctx, 622 + t * 2.9, 70 + Math.sin(t * 0.4 + 1) * 4, 5, t + 0.6, '#41565e');
  };
}
