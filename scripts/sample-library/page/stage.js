// Runs in Chromium: cuts the drawings into layers, caches them as bitmaps at the size at which they are shown, and returns functions that
// paint them. All movement depends only on the time in seconds and on seeded numbers, so a frame looks the same whenever it is drawn.

/** A small seeded generator (mulberry32): the same seed gives the same snow. */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const drawings = new Map();

async function loadDrawing(name) {
  const loadedDrawing = drawings.get(name);
  if (loadedDrawing) return loadedDrawing;
  const text = await (await fetch(`/drawings/${name}.svg`)).text();
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  drawings.set(name, root);
  return root;
}

/** '1-5 8 2>3-6': elements 1 to 5 and 8, and the children 3 to 6 of element 2 (without its clip), counted from 0. */
function pickElements(root, picks) {
  const top = [...root.children];
  const out = [];
  for (const pick of picks.split(' ')) {
    const [head, inner] = pick.split('>');
    const [from, to] = head.split('-').map(Number);
    if (inner === undefined) {
      for (let i = from; i <= (to ?? from); i++) out.push(top[i]);
      continue;
    }
    const parent = top[from].cloneNode(false);
    parent.removeAttribute('clip-path');
    const [first, last] = inner.split('-').map(Number);
    for (let i = first; i <= (last ?? first); i++)
      parent.append(top[from].children[i].cloneNode(true));
    out.push(parent);
  }
  return out;
}

export class Stage {
  constructor(canvas, view) {
    this.canvas = canvas;
    this.view = view;
    this.scale = canvas.width / view.w;
  }

  /** The chosen elements as a bitmap that covers the view and `margin` units around it. */
  async layer(name, picks, { margin = 12, opacity = 1, tweak } = {}) {
    const root = await loadDrawing(name);
    const svg = root.cloneNode(false);
    const defs = [...root.children].filter((e) => e.tagName === 'defs');
    const chosen = pickElements(root, picks).map((e) => e.cloneNode(true));
    svg.append(...defs.map((e) => e.cloneNode(true)), ...chosen.filter((e) => e.tagName !== 'defs'));
    if (tweak) tweak(svg);
    const box = {
      x: this.view.x - margin,
      y: this.view.y - margin,
      w: this.view.w + margin * 2,
      h: this.view.h + margin * 2,
    };
    svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.w} ${box.h}`);
    svg.setAttribute('width', box.w * this.scale);
    svg.setAttribute('height', box.h * this.scale);
    svg.setAttribute('overflow', 'visible');
    const image = new Image();
    const blob = new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
    image.src = URL.createObjectURL(blob);
    await image.decode();
    const bitmap = new OffscreenCanvas(
      Math.round(box.w * this.scale),
      Math.round(box.h * this.scale),
    );
    bitmap.getContext('2d').drawImage(image, 0, 0, bitmap.width, bitmap.height);
    URL.revokeObjectURL(image.src);
    return (ctx, { x = 0, y = 0, alpha = 1, turn = 0, around = [160, 90], grow = 1 } = {}) => {
      ctx.save();
      ctx.globalAlpha = opacity * alpha;
      ctx.translate(around[0] + x, around[1] + y);
      if (turn) ctx.rotate(turn);
      if (grow !== 1) ctx.scale(grow, grow);
      ctx.translate(-around[0], -around[1]);
      ctx.drawImage(bitmap, box.x, box.y, box.w, box.h);
      ctx.restore();
    };
  }

  /** The positions, sizes and colours of drawn marks (stars, glints), so that they can move one by one. */
  async marks(name, from, to, inside) {
    const root = await loadDrawing(name);
    const list = inside === undefined ? root.children : root.children[inside].children;
    return [...list].slice(from, to + 1).map((e) => ({
      x: Number(e.getAttribute('x') ?? e.getAttribute('cx')),
      y: Number(e.getAttribute('y') ?? e.getAttribute('cy')),
      w: Number(e.getAttribute('width')),
      h: Number(e.getAttribute('height')),
      r: Number(e.getAttribute('r')),
      rx: Number(e.getAttribute('rx')),
      ry: Number(e.getAttribute('ry')),
      turn: Number(/rotate\(([-\d.]+)/u.exec(e.getAttribute('transform') ?? '')?.[1] ?? 0),
      fill: e.getAttribute('fill'),
      alpha: Number(e.getAttribute('opacity') ?? 1),
    }));
  }

  /** The path of one element, with its length, for lines that are drawn little by little. */
  async path(name, pick) {
    const root = await loadDrawing(name);
    const d = pickElements(root, pick)[0].getAttribute('d');
    const measured = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    measured.setAttribute('d', d);
    return { path: new Path2D(d), length: measured.getTotalLength(), at: (s) => measured.getPointAtLength(s) };
  }
}
