// Draws things on a table: a map, a tide table, code, a circuit board, gears, a sextant, a record, a cup.
import { ease, glow, puffs } from './motion.js';

const DISPLAY = '"Bricolage Grotesque"';
const MONO = '"JetBrains Mono"';

function trace(ctx, line, from, to, { colour, width, dash }) {
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  if (dash) {
    // Only the visible part is sampled, because the dash pattern cannot also limit the length.
    ctx.beginPath();
    const steps = Math.max(2, Math.round(line.length / 3));
    for (let i = 0; i <= steps; i++) {
      const s = (i / steps) * line.length;
      if (s < from * line.length || s > to * line.length) continue;
      const p = line.at(s);
      ctx.lineTo(p.x, p.y);
    }
    ctx.setLineDash(dash);
    ctx.stroke();
  } else {
    ctx.setLineDash([Math.max(0.001, (to - from) * line.length), line.length]);
    ctx.lineDashOffset = -from * line.length;
    ctx.stroke(line.path);
  }
  ctx.restore();
}

export async function map(stage, { pace = 1 } = {}) {
  const paper = await stage.layer('map', '1-3');
  const shallows = await stage.layer('map', '4-6');
  const contours = [];
  for (let i = 7; i <= 15; i++) contours.push(await stage.path('map', String(i)));
  const river = await stage.path('map', '16');
  const border = await stage.path('map', '17');
  const olderBorder = await stage.path('map', '18');
  const rose = await stage.layer('map', '20');
  const shade = await stage.layer('map', '21');
  return (ctx, t, length) => {
    const share = (t * pace) / length;
    paper(ctx);
    shallows(ctx, { alpha: ease(0, 0.15, share) });
    contours.forEach((line, i) => {
      const drawnShare = ease(0.02 + i * 0.04, 0.2 + i * 0.05, share);
      if (drawnShare > 0) trace(ctx, line, 0, drawnShare, { colour: '#7b6a43bf', width: 1.1 });
    });
    trace(ctx, river, 0, ease(0.12, 0.45, share), { colour: '#6d8c8f', width: 2.2 });
    const olderDrawnShare = ease(0.3, 0.55, share);
    if (olderDrawnShare > 0) trace(ctx, olderBorder, 0, olderDrawnShare, { colour: '#c8321f88', width: 1.6, dash: [2, 4] });
    const drawnShare = ease(0.5, 0.9, share);
    if (drawnShare > 0) {
      trace(ctx, border, 0, drawnShare, { colour: '#c8321f', width: 2.6, dash: [9, 5] });
      const tip = border.at(border.length * drawnShare);
      if (drawnShare < 1) {
        ctx.save();
        ctx.translate(tip.x, tip.y);
        ctx.rotate(0.7 + Math.sin(t * 3) * 0.04);
        ctx.fillStyle = '#00000033';
        ctx.fillRect(3, -1, 74, 7);
        ctx.fillStyle = '#2b4a6b';
        ctx.fillRect(10, -3, 70, 7);
        ctx.fillStyle = '#e7c48d';
        ctx.beginPath();
        ctx.moveTo(0, 0);
        ctx.lineTo(10, -3);
        ctx.lineTo(10, 4);
        ctx.fill();
        ctx.restore();
      }
    }
    ctx.save();
    ctx.font = `600 9px ${DISPLAY}`;
    ctx.letterSpacing = '3px';
    ctx.fillStyle = '#40331a';
    ctx.globalAlpha = ease(0.2, 0.35, share);
    ctx.fillText('NORDMARK', 40, 150);
    ctx.fillStyle = '#22484e';
    ctx.fillText('THE SOUND', 236, 120);
    ctx.restore();
    rose(ctx, { turn: Math.sin(t * 0.8) * 0.02 * Math.exp(-t * 0.02), around: [274, 42] });
    shade(ctx);
  };
}

export async function tide(stage, { label = '12 h 25 m' } = {}) {
  const paper = await stage.layer('tide', '1-32');
  const moons = [];
  for (let i = 0; i < 5; i++) moons.push(await stage.layer('tide', `35>${i * 2}-${i * 2 + 1}`));
  const fill = await stage.layer('tide', '33');
  const line = await stage.path('tide', '34');
  // High water is where the curve turns, measured on the curve itself.
  const highWaters = [];
  for (let s = 2; s < line.length - 2; s++) if (line.at(s).y < line.at(s - 1).y && line.at(s).y <= line.at(s + 1).y) highWaters.push(line.at(s));
  return (ctx, t, length) => {
    const share = t / length;
    const drawnShare = ease(0.06, 0.62, share);
    paper(ctx);
    moons.forEach((moon, i) => moon(ctx, { alpha: ease(0.02 + i * 0.1, 0.1 + i * 0.1, share) }));
    const tip = line.at(line.length * drawnShare);
    ctx.save();
    ctx.scale(1.014, 1); // the drawn curve ends just inside the picture
    ctx.save();
    ctx.beginPath();
    ctx.rect(-12, -12, tip.x + 12, 210);
    ctx.clip();
    fill(ctx);
    ctx.restore();
    trace(ctx, line, 0, drawnShare, { colour: '#0f3a52', width: 2 });
    if (drawnShare < 1) {
      ctx.fillStyle = '#d4472f';
      ctx.beginPath();
      ctx.arc(tip.x, tip.y, 3.4, 0, 7);
      ctx.fill();
      ctx.strokeStyle = '#d4472f66';
      ctx.lineWidth = 0.8;
      ctx.beginPath();
      ctx.moveTo(tip.x, tip.y);
      ctx.lineTo(tip.x, 176);
      ctx.stroke();
    }
    highWaters.slice(0, 2).forEach((top, i) => {
      ctx.globalAlpha = ease(0.6 + i * 0.04, 0.66 + i * 0.04, share);
      ctx.strokeStyle = '#d4472f';
      ctx.lineWidth = 0.9;
      ctx.setLineDash([3, 2]);
      ctx.beginPath();
      ctx.moveTo(top.x, top.y);
      ctx.lineTo(top.x, 132);
      ctx.stroke();
      ctx.setLineDash([]);
      ctx.fillStyle = '#d4472f';
      ctx.beginPath();
      ctx.arc(top.x, top.y, 4, 0, 7);
      ctx.fill();
    });
    ctx.globalAlpha = 1;
    ctx.save();
    ctx.globalAlpha = ease(0.68, 0.78, share);
    ctx.font = `800 30px ${DISPLAY}`;
    ctx.fillStyle = '#fff8e6';
    ctx.fillText(label, 22, 164);
    ctx.restore();
    // Once the curve is complete, a boat moves along it.
    if (share > 0.7) {
      const ride = line.at(line.length * ((share - 0.7) / 0.3));
      ctx.fillStyle = '#c2412f';
      ctx.fill(new Path2D(`M${ride.x - 6} ${ride.y - 3}h12l-3 4h-6zM${ride.x} ${ride.y - 4}v-10l6 9z`));
    }
    ctx.restore();
  };
}

export async function code(stage, { big = '400', small = 'lines', speed = 1 } = {}) {
  const back = await stage.layer('code', '1-2');
  const shade = await stage.layer('code', '57');
  const bars = (await stage.marks('code', 3, 55)).map((bar, i) => ({ ...bar, order: i }));
  const text = bars.filter((bar) => bar.w > 8);
  const numbers = bars.filter((bar) => bar.w <= 8);
  const totalWidth = text.reduce((sum, bar) => sum + bar.w, 0);
  return (ctx, t, length) => {
    const typedShare = Math.min(1, ((t + 0.6) * speed) / (length * 0.86));
    let remainingWidth = typedShare * totalWidth;
    back(ctx);
    let caret = [40, 15];
    for (const bar of text) {
      if (remainingWidth <= 0) break;
      const width = Math.min(bar.w, remainingWidth);
      remainingWidth -= bar.w;
      ctx.globalAlpha = bar.alpha;
      ctx.fillStyle = bar.fill;
      ctx.beginPath();
      ctx.roundRect(bar.x, bar.y, width, bar.h, 2.5);
      ctx.fill();
      caret = [bar.x + width + 2.5, bar.y];
    }
    ctx.globalAlpha = 1;
    for (const mark of numbers) {
      if (mark.y > caret[1] + 6) continue;
      ctx.fillStyle = mark.fill;
      ctx.beginPath();
      ctx.roundRect(mark.x, mark.y, mark.w, mark.h, 1.7);
      ctx.fill();
    }
    ctx.fillStyle = '#7cc7ff12';
    ctx.fillRect(-12, caret[1] - 2, 344, 9);
    if (Math.sin(t * 6) > -0.2) {
      ctx.fillStyle = '#ffc53d';
      ctx.fillRect(caret[0], caret[1] - 1.4, 1.6, 8);
    }
    shade(ctx);
    const count = big === '400' ? String(Math.round(typedShare * 400)) : big;
    ctx.font = `800 56px ${DISPLAY}`;
    ctx.fillStyle = '#ffffff';
    ctx.textAlign = 'right';
    ctx.fillText(count, 304, 92);
    ctx.font = `800 26px ${DISPLAY}`;
    ctx.fillStyle = '#ffc53d';
    ctx.fillText(small, 304, 122);
    ctx.textAlign = 'left';
  };
}

/** `upright`: the board is turned onto its short side, for tall pictures (180 × 320). */
export async function board(stage, { labels = ['SW-6502', 'REV C'], upright = false } = {}) {
  const size = { margin: upright ? 150 : 12 };
  const base = await stage.layer('pcb', '1-79', size);
  const chip = await stage.layer('pcb', '80-115', size);
  const parts = await stage.layer('pcb', '117-118', size);
  const tracks = [];
  for (let i = 2; i <= 77; i += 3) tracks.push(await stage.path('pcb', String(i)));
  return (ctx, t) => {
    ctx.save();
    if (upright) {
      ctx.translate(180, 0);
      ctx.rotate(Math.PI / 2);
    }
    base(ctx);
    tracks.forEach((track, i) => {
      const share = (t * (0.12 + (i % 5) * 0.03) + i * 0.37) % 1.6;
      if (share > 1) return;
      const spot = track.at(track.length * (i % 2 ? share : 1 - share));
      glow(ctx, spot.x, spot.y, 5, '#9dffd0', 0.9);
      ctx.fillStyle = '#e9fff4';
      ctx.beginPath();
      ctx.arc(spot.x, spot.y, 1.1, 0, 7);
      ctx.fill();
    });
    chip(ctx);
    parts(ctx);
    glow(ctx, 201, 66, 4, '#ff5544', Math.sin(t * 2.4) > 0 ? 0.95 : 0.15);
    ctx.restore();
    ctx.font = `600 9px ${MONO}`;
    ctx.fillStyle = '#a3a9b3';
    const [x, y] = upright ? [66, 158] : [128, 88];
    labels.forEach((label, i) => ctx.fillText(label, x, y + i * 13));
  };
}

export async function gears(stage, { pace = 0.16 } = {}) {
  const back = await stage.layer('gears', '1');
  // A wheel is needed with its whole rim, including the part that is outside the view before it turns.
  const wholeWheel = { margin: 80 };
  const wheels = [
    { shade: await stage.layer('gears', '2', wholeWheel), wheel: await stage.layer('gears', '3-10', wholeWheel), centre: [252, 132], turn: -74 / 62 },
    { shade: await stage.layer('gears', '11', wholeWheel), wheel: await stage.layer('gears', '12-19', wholeWheel), centre: [92, 96], turn: 1 },
    { shade: await stage.layer('gears', '20', wholeWheel), wheel: await stage.layer('gears', '21-23', wholeWheel), centre: [190, 46], turn: -74 / 40 },
    { shade: await stage.layer('gears', '24', wholeWheel), wheel: await stage.layer('gears', '25-27', wholeWheel), centre: [182, 132], turn: -74 / 22 },
  ];
  const jewels = await stage.layer('gears', '28-30');
  const light = await stage.layer('gears', '31');
  return (ctx, t) => {
    back(ctx);
    // An escapement releases the wheels twice a second and stops them in between.
    const beat = t * 2;
    const angle = (Math.floor(beat) + ease(0, 0.35, beat % 1)) * pace * 0.5;
    for (const { shade, wheel, centre, turn } of wheels) {
      shade(ctx, { turn: angle * turn, around: centre });
      wheel(ctx, { turn: angle * turn, around: centre });
    }
    jewels(ctx);
    light(ctx);
    glow(ctx, 70, 30, 120, '#ffe2a8', 0.1 + 0.03 * Math.sin(t * 0.5));
  };
}

export async function sextant(stage) {
  const cloth = await stage.layer('sextant', '1');
  const frame = await stage.layer('sextant', '2>0-40');
  const arm = await stage.layer('sextant', '2>41-42');
  const top = await stage.layer('sextant', '2>43-47');
  return (ctx, t) => {
    cloth(ctx);
    glow(ctx, 120 + Math.sin(t * 0.2) * 40, 40, 150, '#bfe6cf', 0.1);
    frame(ctx);
    arm(ctx, { turn: Math.sin(t * 0.35) * 0.3, around: [164, 34] });
    top(ctx);
    const sweep = ((t * 0.09) % 1) * 280 - 20;
    ctx.save();
    ctx.globalCompositeOperation = 'soft-light';
    glow(ctx, sweep + 30, 100, 60, '#ffffff', 0.8);
    ctx.restore();
  };
}

export async function record(stage) {
  const back = await stage.layer('vinyl', '1-11');
  const shine = await stage.layer('vinyl', '12', { margin: 60 });
  const label = await stage.layer('vinyl', '13-15');
  const arm = await stage.layer('vinyl', '16');
  return (ctx, t, length) => {
    back(ctx);
    shine(ctx, { turn: Math.sin(t * 1.2) * 0.05, around: [132, 92] });
    label(ctx);
    ctx.save();
    ctx.translate(132, 92);
    ctx.rotate(t * 1.75);
    ctx.fillStyle = '#f5e7cf';
    ctx.fillRect(-12, -19, 24, 2.4);
    ctx.fillRect(-8, 14, 16, 1.8);
    ctx.restore();
    arm(ctx, { turn: 0.02 + 0.1 * (t / length) + Math.sin(t * 3.5) * 0.003, around: [266, 34] });
  };
}

/** The tea short: a steaming cup on a bench in front of a rainy window. */
export function cup() {
  const steam = puffs({ count: 12, seed: 15, x: 90, y: 178, rise: 120, width: 34, size: 26, alpha: 0.24, seconds: 7 });
  return (ctx, t) => {
    const wall = ctx.createLinearGradient(0, 0, 0, 320);
    wall.addColorStop(0, '#3b2418');
    wall.addColorStop(0.55, '#6d3f22');
    wall.addColorStop(1, '#2a170d');
    ctx.fillStyle = wall;
    ctx.fillRect(-12, -12, 220, 360);
    ctx.fillStyle = '#9fc4cf';
    ctx.fillRect(28, 26, 124, 96);
    const rain = ctx.createLinearGradient(0, 26, 0, 122);
    rain.addColorStop(0, '#7fa3b4');
    rain.addColorStop(1, '#cfdcd8');
    ctx.fillStyle = rain;
    ctx.fillRect(28, 26, 124, 96);
    ctx.save();
    ctx.beginPath();
    ctx.rect(28, 26, 124, 96);
    ctx.clip();
    ctx.fillStyle = '#5d7d83';
    ctx.fill(new Path2D('M20 110q30-26 58-10t46-14 40 10v40H20z'));
    ctx.strokeStyle = '#eef6f7';
    for (let i = 0; i < 34; i++) {
      const x = 28 + ((i * 37.7) % 124);
      const y = 20 + ((i * 53.3 + t * (34 + (i % 5) * 6)) % 110);
      ctx.globalAlpha = 0.25 + (i % 4) * 0.1;
      ctx.lineWidth = 0.7;
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(x - 1, y + 6);
      ctx.stroke();
    }
    ctx.restore();
    ctx.strokeStyle = '#2b180e';
    ctx.lineWidth = 5;
    ctx.strokeRect(28, 26, 124, 96);
    ctx.lineWidth = 3;
    ctx.beginPath();
    ctx.moveTo(90, 26);
    ctx.lineTo(90, 122);
    ctx.stroke();
    glow(ctx, 150, 150, 120, '#ffb45e', 0.34 + 0.04 * Math.sin(t * 1.3));
    ctx.fillStyle = '#8a5832';
    ctx.fillRect(-12, 246, 220, 5);
    ctx.fillStyle = '#55341d';
    ctx.fillRect(-12, 251, 220, 90);
    ctx.strokeStyle = '#00000033';
    ctx.lineWidth = 1;
    for (const y of [270, 292]) {
      ctx.beginPath();
      ctx.moveTo(-12, y);
      ctx.lineTo(200, y + 2);
      ctx.stroke();
    }
    ctx.fillStyle = '#00000044';
    ctx.beginPath();
    ctx.ellipse(92, 250, 62, 8, 0, 0, 7);
    ctx.fill();
    ctx.lineWidth = 9;
    ctx.strokeStyle = '#c9bfa9';
    ctx.beginPath();
    ctx.arc(132, 212, 17, -1.4, 1.5);
    ctx.stroke();
    const glaze = ctx.createLinearGradient(46, 0, 136, 0);
    glaze.addColorStop(0, '#f6efe0');
    glaze.addColorStop(0.6, '#e6dcc6');
    glaze.addColorStop(1, '#b9ad95');
    ctx.fillStyle = glaze;
    ctx.fill(new Path2D('M46 182h90l-6 46q-4 20-24 20H76q-20 0-24-20z'));
    ctx.fillStyle = '#2f7078';
    ctx.fill(new Path2D('M48 200h86l-1.500 9H49.500z'));
    ctx.fillStyle = '#d8ccb4';
    ctx.beginPath();
    ctx.ellipse(91, 182, 45, 9, 0, 0, 7);
    ctx.fill();
    ctx.fillStyle = '#7a3f14';
    ctx.beginPath();
    ctx.ellipse(91, 183, 40, 7, 0, 0, 7);
    ctx.fill();
    ctx.strokeStyle = '#c98443';
    ctx.lineWidth = 1.2;
    for (let i = 0; i < 3; i++) {
      ctx.globalAlpha = 0.5;
      ctx.beginPath();
      ctx.ellipse(91 + Math.sin(t * 0.7) * 4, 183, 10 + i * 9, 1.8 + i * 1.5, 0, t * 0.6 + i, t * 0.6 + i + 4);
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
    steam(ctx, t);
  };
}
