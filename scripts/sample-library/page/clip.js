// Draws a clip in the page: a list of shots, each a scene with a view, with hard cuts between them (cheap to encode), a fade at both ends
// and captions on top. studio.mjs requests frames by their times.
import * as desk from './scenes-desk.js';
import { ease } from './motion.js';
import * as sea from './scenes-sea.js';
import * as sky from './scenes-sky.js';
import { Stage } from './stage.js';
import * as tall from './scenes-tall.js';

const scenes = { ...sea, ...sky, ...desk, ...tall };
const WIDE = { x: 0, y: 0, w: 320, h: 180 };
const state = { canvas: null, ctx: null, shots: [], captions: [], seconds: 0, fades: true };

/** A view is the visible part of the drawing; its height follows from the canvas. */
function viewOf(view, canvas) {
  const w = view?.w ?? WIDE.w;
  return { x: view?.x ?? 0, y: view?.y ?? 0, w, h: (w * canvas.height) / canvas.width };
}

window.openClip = async (clip) => {
  await Promise.all(
    ['800 30px "Bricolage Grotesque"', '600 20px "Instrument Sans"', '600 20px "JetBrains Mono"'].map((f) =>
      document.fonts.load(f),
    ),
  );
  const canvas = new OffscreenCanvas(clip.width, clip.height);
  Object.assign(state, {
    canvas,
    ctx: canvas.getContext('2d'),
    shots: [],
    captions: clip.captions ?? [],
    seconds: clip.seconds,
    fades: clip.fades ?? true,
  });
  let start = 0;
  for (const shot of clip.shots) {
    const view = viewOf(shot.view, canvas);
    const stage = new Stage(canvas, view);
    const paint = await scenes[shot.scene](stage, shot.options ?? {});
    const seconds = shot.seconds ?? clip.seconds - start;
    state.shots.push({ ...shot, view, paint, start, end: start + seconds, seconds });
    start += seconds;
  }
};

function drawCaption(ctx, { text, sub }, alpha, canvas) {
  const unit = Math.min(canvas.width, canvas.height) / 720;
  const x = 56 * unit;
  const y = canvas.height - 92 * unit;
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.shadowColor = '#000000aa';
  ctx.shadowBlur = 18 * unit;
  ctx.fillStyle = '#ffc53d';
  ctx.fillRect(x, y - 34 * unit, 5 * unit, (sub ? 78 : 44) * unit);
  ctx.fillStyle = '#ffffff';
  ctx.font = `700 ${38 * unit}px "Bricolage Grotesque"`;
  ctx.fillText(text, x + 22 * unit, y);
  if (sub) {
    ctx.font = `500 ${24 * unit}px "Instrument Sans"`;
    ctx.fillStyle = '#ffffffdd';
    ctx.fillText(sub, x + 22 * unit, y + 38 * unit);
  }
  ctx.restore();
}

function paint(t, withCaptions) {
  const { canvas, ctx, shots, seconds } = state;
  const shot = shots.find(({ end }) => t < end) ?? shots[shots.length - 1];
  const scale = canvas.width / shot.view.w;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = 1;
  ctx.fillStyle = '#0b1016';
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.setTransform(scale, 0, 0, scale, -shot.view.x * scale, -shot.view.y * scale);
  // A second shot of a scene may begin later in the scene, so that the movement does not start over.
  shot.paint(ctx, t - shot.start + (shot.from ?? 0), shot.of ?? shot.seconds);
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = 1;
  if (!withCaptions) return;
  for (const caption of state.captions) {
    const alpha = ease(caption.at, caption.at + 0.8, t) * (1 - ease(caption.at + 5, caption.at + 5.8, t));
    if (alpha > 0) drawCaption(ctx, caption, alpha, canvas);
  }
  if (!state.fades) return;
  const darkness = Math.max(1 - ease(-0.4, 1, t), ease(seconds - 1.4, seconds - 0.1, t));
  if (darkness > 0) {
    ctx.globalAlpha = darkness;
    ctx.fillStyle = '#000000';
    ctx.fillRect(0, 0, canvas.width, canvas.height);
  }
}

async function encodeCanvas(type, quality) {
  const blob = await state.canvas.convertToBlob({ type, quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let i = 0; i < bytes.length; i += 32_768)
    text += String.fromCharCode(...bytes.subarray(i, i + 32_768));
  return btoa(text);
}

window.frames = async (times) => {
  const encodedFrames = [];
  for (const t of times) {
    paint(t, true);
    encodedFrames.push(await encodeCanvas('image/jpeg', 0.94));
  }
  return encodedFrames;
};

window.still = async (t) => {
  paint(t, false);
  return encodeCanvas('image/png');
};
