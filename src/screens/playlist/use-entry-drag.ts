// Dragging an entry by its grip, with a mouse, a pen or a finger: the row follows, the others make room, the page scrolls at
// its edges. Escape puts it back. The order itself is changed by whoever listens.
import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';

export interface EntryDrag {
  videoId: string;
  /** Places from 0. */
  from: number;
  to: number;
}

/** Nearer than this to an edge of the view the page scrolls (the bars of a phone lie within). CSS pixels. */
const edgePx = 96;
/** At the very edge, in one frame. */
const fastestPx = 22;

export function placeUnderPointer({ from, liftedPx, rowHeight, count }: { from: number; liftedPx: number; rowHeight: number; count: number }): number {
  return Math.max(0, Math.min(count - 1, Math.round(from + liftedPx / rowHeight)));
}

/** How far an entry of the order is shown from where it stands, while another one is dragged. */
export function placeWhileDragging(place: number, drag: EntryDrag | null): number {
  if (!drag || place === drag.from) return place;
  if (drag.from < place && place <= drag.to) return place - 1;
  if (drag.to <= place && place < drag.from) return place + 1;
  return place;
}

function scrollSpeed(clientY: number): number {
  const above = edgePx - clientY;
  if (above > 0) return -Math.min(1, above / edgePx) * fastestPx;
  const below = clientY - (innerHeight - edgePx);
  return below > 0 ? Math.min(1, below / edgePx) * fastestPx : 0;
}

interface EntryDragPorts {
  list: RefObject<HTMLElement | null>;
  placeOf: (videoId: string) => number;
  count: () => number;
  onDrop: (videoId: string, to: number) => void;
}

export function useEntryDrag(ports: EntryDragPorts): { drag: EntryDrag | null; grab: (videoId: string, event: ReactPointerEvent<HTMLElement>) => void } {
  const [drag, setDrag] = useState<EntryDrag | null>(null);
  const latest = useRef(ports);
  latest.current = ports;
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const grab = useRef((videoId: string, event: ReactPointerEvent<HTMLElement>): void => {
    const list = latest.current.list.current;
    const row = event.currentTarget.closest<HTMLElement>('[data-entry]');
    if (event.button !== 0 || !list || !row) return;
    stop.current?.();
    stop.current = follow(event.currentTarget, event.nativeEvent, {
      from: latest.current.placeOf(videoId),
      rowHeight: row.offsetHeight,
      count: latest.current.count(),
      onLift: (liftedPx) => row.style.setProperty('--lifted', `${liftedPx}px`),
      onPlace: (from, to) => setDrag({ videoId, from, to }),
      onEnd: (to) => {
        row.style.removeProperty('--lifted');
        setDrag(null);
        stop.current = null;
        if (to !== null) latest.current.onDrop(videoId, to);
      },
    });
  });
  return { drag, grab: grab.current };
}

interface Following {
  from: number;
  rowHeight: number;
  count: number;
  onLift: (liftedPx: number) => void;
  onPlace: (from: number, to: number) => void;
  /** Null: put back. */
  onEnd: (to: number | null) => void;
}

/** Until the pointer is let go. The answer puts the row back. */
function follow(grip: HTMLElement, start: PointerEvent, { from, rowHeight, count, onLift, onPlace, onEnd }: Following): () => void {
  const startY = start.clientY + scrollY;
  let clientY = start.clientY;
  let to = from;
  let frame = 0;
  grip.setPointerCapture(start.pointerId);
  onPlace(from, to);

  function place(): void {
    const liftedPx = clientY + scrollY - startY;
    onLift(liftedPx);
    const next = placeUnderPointer({ from, liftedPx, rowHeight, count });
    if (next === to) return;
    to = next;
    onPlace(from, to);
  }
  function scrollOn(): void {
    const speed = scrollSpeed(clientY);
    if (speed !== 0) {
      scrollBy({ top: speed, behavior: 'instant' });
      place();
    }
    frame = requestAnimationFrame(scrollOn);
  }
  function move(event: PointerEvent): void {
    clientY = event.clientY;
    place();
  }
  /** The row has left the place where the pointer went down: the browser would begin to drag a link that lies there now. */
  function keepFromBrowser(event: DragEvent): void {
    event.preventDefault();
  }
  function end(last: number | null): void {
    cancelAnimationFrame(frame);
    removeEventListener('dragstart', keepFromBrowser, true);
    grip.removeEventListener('pointermove', move);
    grip.removeEventListener('pointerup', drop);
    grip.removeEventListener('pointercancel', putBack);
    removeEventListener('keydown', putBackByKey, true);
    onEnd(last === from ? null : last);
  }
  function drop(): void {
    end(to);
  }
  function putBack(): void {
    end(null);
  }
  function putBackByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    putBack();
  }
  grip.addEventListener('pointermove', move);
  grip.addEventListener('pointerup', drop);
  grip.addEventListener('pointercancel', putBack);
  addEventListener('keydown', putBackByKey, true);
  addEventListener('dragstart', keepFromBrowser, true);
  frame = requestAnimationFrame(scrollOn);
  return putBack;
}
