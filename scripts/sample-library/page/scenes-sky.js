// Draws night skies, the view from a train, roads and woods.
import { banks, ease, glow, gull, puffs, specks, stars } from './motion.js';
import { seeded } from './stage.js';

export async function aurora(stage) {
  const sky = await stage.layer('aurora', '1');
  const curtains = [
    await stage.layer('aurora', '122>0', { margin: 40 }),
    await stage.layer('aurora', '122>1', { margin: 40 }),
    await stage.layer('aurora', '122>2', { margin: 40 }),
  ];
  const land = await stage.layer('aurora', '123-126');
  const cabin = await stage.layer('aurora', '127');
  const dots = stars(await stage.marks('aurora', 2, 121));
  const smoke = puffs({ count: 7, seed: 6, x: 236, y: 128, rise: 40, width: 16, size: 7, colour: '#c7d8de', alpha: 0.22, seconds: 9 });
  const snow = specks({ count: 40, seed: 31, box: { x: -10, y: -4, w: 340, h: 190 }, size: [0.35, 0.75], fall: 5, alpha: 0.45 });
  return (ctx, t) => {
    sky(ctx);
    dots(ctx, t);
    curtains[0](ctx, { x: Math.sin(t * 0.13) * 14, y: Math.sin(t * 0.21) * 3, alpha: 0.78 + 0.22 * Math.sin(t * 0.31) });
    curtains[1](ctx, { x: Math.sin(t * 0.1 + 2) * 18, alpha: 0.6 + 0.4 * Math.sin(t * 0.23 + 1) });
    curtains[2](ctx, { x: Math.sin(t * 0.16 + 4) * 12, y: Math.sin(t * 0.2) * 4, alpha: 0.7 + 0.3 * Math.sin(t * 0.37 + 2) });
    land(ctx);
    glow(ctx, 218, 147, 26, '#ffc766', 0.3 + 0.06 * Math.sin(t * 1.7));
    smoke(ctx, t);
    cabin(ctx);
    snow(ctx, t);
  };
}

/** Star trails: the arc that each star draws around the pole while the shutter stays open. */
export async function trails(stage, { degrees = 90, cabin = true } = {}) {
  const sky = await stage.layer('aurora', '1');
  const land = await stage.layer('aurora', cabin ? '123-127' : '123-126');
  const random = seeded(77);
  const pole = [118, 62];
  const colours = ['#ffffff', '#dfe9ff', '#fff1d6', '#bcd4ff', '#ffd9b8'];
  const starTrails = Array.from({ length: 150 }, () => ({
    radius: 5 + random() * 235,
    from: random() * Math.PI * 2,
    width: 0.28 + random() * random() * 0.9,
    alpha: 0.3 + random() * 0.6,
    colour: colours[Math.floor(random() * colours.length)],
  }));
  return (ctx, t, length) => {
    sky(ctx);
    glow(ctx, pole[0], pole[1], 150, '#27508a', 0.25);
    ctx.save();
    ctx.lineCap = 'round';
    const angle = 0.02 + (degrees * Math.PI * t) / 180 / length;
    for (const star of starTrails) {
      ctx.globalAlpha = star.alpha;
      ctx.strokeStyle = star.colour;
      ctx.lineWidth = star.width;
      ctx.beginPath();
      ctx.arc(pole[0], pole[1], star.radius, star.from, star.from + angle);
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
    ctx.fillStyle = '#ffffff';
    ctx.beginPath();
    ctx.arc(pole[0], pole[1], 0.9, 0, 7);
    ctx.fill();
    ctx.restore();
    land(ctx);
    if (cabin) glow(ctx, 218, 147, 26, '#ffc766', 0.3);
  };
}

export async function galaxy(stage) {
  const sky = await stage.layer('galaxy', '1');
  const band = await stage.layer('galaxy', '222', { margin: 30 });
  const rail = await stage.layer('galaxy', '249-275');
  const far = stars(await stage.marks('galaxy', 2, 221), { drift: 0.05 });
  const near = stars(await stage.marks('galaxy', 223, 248), { drift: 0.05, flicker: 2 });
  return (ctx, t) => {
    sky(ctx);
    far(ctx, t);
    band(ctx, { x: -t * 0.05, turn: t * 0.0004, alpha: 0.9 + 0.1 * Math.sin(t * 0.3) });
    near(ctx, t);
    const pass = (t % 24) - 9;
    if (pass > 0 && pass < 1.4) {
      const x = 40 + pass * 120;
      const y = 14 + pass * 34;
      const tail = ctx.createLinearGradient(x - 46, y - 13, x, y);
      tail.addColorStop(0, '#ffffff00');
      tail.addColorStop(1, '#ffffff');
      ctx.save();
      ctx.globalAlpha = Math.sin((pass / 1.4) * Math.PI);
      ctx.strokeStyle = tail;
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.moveTo(x - 46, y - 13);
      ctx.lineTo(x, y);
      ctx.stroke();
      ctx.restore();
    }
    rail(ctx);
    // A small red lamp next to the mount.
    glow(ctx, 92, 148, 5, '#ff4433', 0.5 + 0.4 * Math.sin(t * 1.6));
  };
}

/** Scrolls a layer past the window without end. The drawing and its mirror image alternate, so that the edges meet. */
function passing(layer, pace) {
  return (ctx, t, y = 0) => {
    const shift = (t * pace) % 640;
    layer(ctx, { x: -shift, y });
    layer(ctx, { x: 640 - shift, y });
    ctx.save();
    ctx.translate(640 - shift, 0);
    ctx.scale(-1, 1);
    layer(ctx, { y });
    ctx.restore();
  };
}

export async function train(stage, { snow = false } = {}) {
  const wall = await stage.layer('train', '1');
  const sky = await stage.layer('train', '2>0');
  const moon = await stage.layer('train', '2>61-62');
  // Layers that scroll past the window are needed in their full width, even in a closer view.
  const wholeWidth = { margin: 62 };
  const hills = passing(await stage.layer('train', '2>63', wholeWidth), 3);
  const fells = passing(await stage.layer('train', '2>64', wholeWidth), 9);
  const forest = passing(await stage.layer('train', '2>65', wholeWidth), 30);
  const glass = await stage.layer('train', '2>66-67');
  const frame = await stage.layer('train', '3-6');
  const lamp = await stage.layer('train', '7-9');
  const cup = await stage.layer('train', '10-11');
  const dots = stars(await stage.marks('train', 1, 60, 2));
  const steam = puffs({ count: 6, seed: 2, x: 247, y: 134, rise: 24, width: 7, size: 5, alpha: 0.3, seconds: 5 });
  const flakes = specks({ count: 60, seed: 12, box: { x: 40, y: 10, w: 260, h: 130 }, size: [0.4, 1], fall: 10, sway: 8, alpha: 0.7 });
  return (ctx, t) => {
    const jolt = Math.sin(t * 5.2) * 0.12 + Math.sin(t * 1.3) * 0.15;
    wall(ctx);
    ctx.save();
    ctx.beginPath();
    ctx.roundRect(46, 18, 228, 118, 16);
    ctx.clip();
    sky(ctx);
    dots(ctx, t);
    moon(ctx);
    hills(ctx, t);
    fells(ctx, t);
    forest(ctx, t, jolt);
    if (snow) flakes(ctx, t);
    // From time to time a lit station passes.
    const halt = 380 - ((t * 60) % 1500);
    if (halt > -80) {
      glow(ctx, halt + 10, 108, 20, '#ffd27a', 0.7);
      ctx.fillStyle = '#0a1226';
      ctx.fillRect(halt + 9, 108, 1.6, 30);
      ctx.fillStyle = '#fff0c8';
      ctx.fillRect(halt + 7, 106, 6, 3);
    }
    glass(ctx);
    ctx.restore();
    frame(ctx);
    lamp(ctx, { alpha: 0.93 + 0.07 * Math.sin(t * 2.3) });
    cup(ctx, { y: jolt * 0.6 });
    steam(ctx, t);
  };
}

export async function desert(stage) {
  const sky = await stage.layer('desert', '1');
  const sun = await stage.layer('desert', '2');
  const dunes = await stage.layer('desert', '3-7');
  const line = await stage.layer('desert', '8');
  const car = await stage.layer('desert', '9');
  const dust = banks({ count: 7, seed: 41, y: 118, height: 26, colour: '#ffe3b8', alpha: 0.28, pace: 4 });
  return (ctx, t, length) => {
    sky(ctx);
    const sunDrop = ease(0, length, t) * 16;
    glow(ctx, 236, 46 + sunDrop, 60, '#fff3cf', 0.7);
    sun(ctx, { y: sunDrop });
    dunes(ctx);
    line(ctx, { y: ((t * 3) % 4) - 2, alpha: 0.9 });
    dust(ctx, t);
    const wobble = Math.sin(t * 2.4) * 0.5;
    car(ctx, { x: wobble, y: Math.sin(t * 5) * 0.25, grow: 1.25 + 0.08 * Math.sin(t * 0.1), around: [177, 128] });
    gull(ctx, 60 + t * 1.2, 40 + Math.sin(t * 0.3) * 5, 4, t * 0.3, '#a5613a');
  };
}

export async function beech(stage, { leaves = 34 } = {}) {
  const wood = await stage.layer('beech', '1-18');
  const random = seeded(19);
  const colours = ['#e08a2a', '#f2b53a', '#c8641f', '#f6d36b', '#a84d1c'];
  const fallingLeaves = Array.from({ length: leaves }, () => ({
    x: random() * 340,
    y: random(),
    size: 1.2 + random() * 2,
    pace: 0.6 + random() * 0.8,
    phase: random() * 7,
    colour: colours[Math.floor(random() * colours.length)],
  }));
  return (ctx, t) => {
    wood(ctx);
    glow(ctx, 140, 30, 120, '#ffe9a8', 0.14 + 0.05 * Math.sin(t * 0.4));
    for (const leaf of fallingLeaves) {
      const y = ((leaf.y + (t * leaf.pace * 11) / 200) % 1) * 200 - 10;
      ctx.save();
      ctx.translate(leaf.x + Math.sin(t * leaf.pace + leaf.phase) * 9, y);
      ctx.rotate(Math.sin(t * leaf.pace * 1.4 + leaf.phase) * 1.2);
      ctx.fillStyle = leaf.colour;
      ctx.beginPath();
      ctx.ellipse(0, 0, leaf.size, leaf.size * 0.45, 0, 0, 7);
      ctx.fill();
      ctx.restore();
    }
  };
}

export async function balloons(stage) {
  const sky = await stage.layer('balloon', '1-3');
  const hills = await stage.layer('balloon', '4-5');
  const near = await stage.layer('balloon', '10');
  const balloonLayers = [];
  for (const pick of [9, 8, 7, 6]) balloonLayers.push(await stage.layer('balloon', String(pick), { margin: 40 }));
  return (ctx, t) => {
    sky(ctx);
    hills(ctx);
    balloonLayers.forEach((balloon, i) =>
      balloon(ctx, { x: Math.sin(t * 0.07 + i) * (3 + i), y: Math.sin(t * 0.16 + i * 1.7) * (2 + i) - t * 0.05 * i }),
    );
    near(ctx);
  };
}
