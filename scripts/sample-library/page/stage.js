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
  const pickedElements = [];
  for (const pick of picks.split(' ')) {
    const [head, inner] = pick.split('>');
    const [from, to] = head.split('-').map(Number);
    if (inner === undefined) {
      for (let i = from; i <= (to ?? from); i++) pickedElements.push(top[i]);
      continue;
    }
    const parent = top[from].cloneNode(false);
    parent.removeAttribute('clip-path');
    const [first, last] = inner.split('-').map(Number);
    for (let i = first; i <= (last ?? first); i++)
      parent.append(top[from].children[i].cloneNode(true));
    pickedElements.push(parent);
  }
  return pickedElements;
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
    const defs = [...root.children].filter((element) => element.tagName === 'defs');
    const pickedElements = pickElements(root, picks).map((element) => element.cloneNode(true));
    svg.append(...defs.map((element) => element.cloneNode(true)), ...pickedElements.filter((element) => element.tagName !== 'defs'));
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
    return [...list].slice(from, to + 1).map((element) => ({
      x: Number(element.getAttribute('x') ?? element.getAttribute('cx')),
      y: Number(element.getAttribute('y') ?? element.getAttribute('cy')),
      w: Number(element.getAttribute('width')),
      h: Number(element.getAttribute('height')),
      r: Number(element.getAttribute('r')),
      rx: Number(element.getAttribute('rx')),
      ry: Number(element.getAttribute('ry')),
      turn: Number(/rotate\(([-\d.]+)/u.exec(element.getAttribute('transform') ?? '')?.[1] ?? 0),
      fill: element.getAttribute('fill'),
      alpha: Number(element.getAttribute('opacity') ?? 1),
    }));
  }

  /** The path of one element, with its length, for lines that are drawn little by little. */
  async path(name, pick) {
    const root = await loadDrawing(name);
    const d = pickElements(root, pick)[0].getAttribute('d');
    const measuredPath = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    measuredPath.setAttribute('d', d);
    return { path: new Path2D(d), length: measuredPath.getTotalLength(), at: (s) => measuredPath.getPointAtLength(s) };
  }
}
