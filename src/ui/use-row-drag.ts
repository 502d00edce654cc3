// Dragging a row of a list by its grip, with a mouse, a pen or a finger. The row follows the pointer, the others move aside, and the page
// (or the sheet that contains the list) scrolls at its edges. Escape puts the row back. The caller changes the order. All rows must have
// the same height, and their id in the attribute `data-entry`. The dragged row gets the property `--lifted`, its distance from its
// original place.
import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import { useLatest } from './use-latest.ts';

export interface RowDrag {
  rowId: string;
  /** The row's index before the drag. */
  from: number;
  /** The row's index if it were dropped now. */
  to: number;
}

/** The page scrolls when the pointer is closer than this to an edge of the view, in CSS pixels. A phone's bars are smaller than this. */
const edgePx = 96;
/** The same distance for a sheet, which no bars cover. */
const sheetEdgePx = 40;
/** The speed at the very edge, in pixels per frame. */
const maxScrollPx = 22;

export function indexUnderPointer({ from, liftedPx, rowHeight, count }: { from: number; liftedPx: number; rowHeight: number; count: number }): number {
  return Math.max(0, Math.min(count - 1, Math.round(from + liftedPx / rowHeight)));
}

/** Where a row is shown while another one is dragged. */
export function indexWhileDragging(index: number, drag: RowDrag | null): number {
  if (!drag || index === drag.from) return index;
  if (drag.from < index && index <= drag.to) return index - 1;
  if (drag.to <= index && index < drag.from) return index + 1;
  return index;
}

/** The page, or the element of it that scrolls. */
interface Scroller {
  offset: () => number;
  scroll: (px: number) => void;
  /** The speed in pixels per frame, with the pointer at this vertical position. */
  speedAt: (clientY: number) => number;
}

const page: Scroller = {
  offset: () => scrollY,
  scroll: (px) => scrollBy({ top: px, behavior: 'instant' }),
  speedAt: (clientY) => scrollSpeed(clientY, { top: 0, bottom: innerHeight }, edgePx),
};

const scrollerOf = (element: HTMLElement): Scroller => ({
  offset: () => element.scrollTop,
  scroll: (px) => element.scrollBy({ top: px, behavior: 'instant' }),
  speedAt: (clientY) => scrollSpeed(clientY, element.getBoundingClientRect(), sheetEdgePx),
});

function scrollSpeed(clientY: number, { top, bottom }: { top: number; bottom: number }, edge: number): number {
  const topOverlapPx = top + edge - clientY;
  if (topOverlapPx > 0) return -Math.min(1, topOverlapPx / edge) * maxScrollPx;
  const bottomOverlapPx = clientY - (bottom - edge);
  return bottomOverlapPx > 0 ? Math.min(1, bottomOverlapPx / edge) * maxScrollPx : 0;
}

interface RowDragPorts {
  list: RefObject<HTMLElement | null>;
  /** Selector of the scroll container around the list; the page by default. */
  scrollContainer?: string;
  indexOf: (rowId: string) => number;
  count: () => number;
  onDrop: (rowId: string, to: number) => void;
}

export function useRowDrag(ports: RowDragPorts): { drag: RowDrag | null; grab: (rowId: string, event: ReactPointerEvent<HTMLElement>) => void } {
  const [drag, setDrag] = useState<RowDrag | null>(null);
  const latest = useLatest(ports);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const grab = useRef((rowId: string, event: ReactPointerEvent<HTMLElement>): void => {
    const list = latest.current.list.current;
    const row = event.currentTarget.closest<HTMLElement>('[data-entry]');
    if (event.button !== 0 || !list || !row) return;
    const container = latest.current.scrollContainer === undefined ? null : list.closest<HTMLElement>(latest.current.scrollContainer);
    stop.current?.();
    stop.current = followPointer(event.currentTarget, event.nativeEvent, {
      scroller: container ? scrollerOf(container) : page,
      from: latest.current.indexOf(rowId),
      rowHeight: row.offsetHeight,
      count: latest.current.count(),
      onLift: (liftedPx) => row.style.setProperty('--lifted', `${liftedPx}px`),
      onIndex: (from, to) => setDrag({ rowId, from, to }),
      onEnd: (to) => {
        row.style.removeProperty('--lifted');
        setDrag(null);
        stop.current = null;
        if (to !== null) latest.current.onDrop(rowId, to);
      },
    });
  });
  return { drag, grab: grab.current };
}

interface FollowOptions {
  scroller: Scroller;
  from: number;
  rowHeight: number;
  count: number;
  onLift: (liftedPx: number) => void;
  onIndex: (from: number, to: number) => void;
  /** Called with null if the row is put back. */
  onEnd: (to: number | null) => void;
}

/** Follows the pointer until it is released. Returns a function that puts the row back. */
function followPointer(grip: HTMLElement, start: PointerEvent, { scroller, from, rowHeight, count, onLift, onIndex, onEnd }: FollowOptions): () => void {
  const startY = start.clientY + scroller.offset();
  let clientY = start.clientY;
  let to = from;
  let frame = 0;
  grip.setPointerCapture(start.pointerId);
  onIndex(from, to);

  function updatePosition(): void {
    const liftedPx = clientY + scroller.offset() - startY;
    onLift(liftedPx);
    const index = indexUnderPointer({ from, liftedPx, rowHeight, count });
    if (index === to) return;
    to = index;
    onIndex(from, to);
  }
  function scrollEachFrame(): void {
    const speed = scroller.speedAt(clientY);
    if (speed !== 0) {
      scroller.scroll(speed);
      updatePosition();
    }
    frame = requestAnimationFrame(scrollEachFrame);
  }
  function move(event: PointerEvent): void {
    clientY = event.clientY;
    updatePosition();
  }
  /** The row has moved away from where the pointer went down. If a link is there now, the browser would start to drag it. */
  function preventNativeDrag(event: DragEvent): void {
    event.preventDefault();
  }
  function end(finalIndex: number | null): void {
    cancelAnimationFrame(frame);
    removeEventListener('dragstart', preventNativeDrag, true);
    grip.removeEventListener('pointermove', move);
    grip.removeEventListener('pointerup', drop);
    grip.removeEventListener('pointercancel', putBack);
    document.removeEventListener('lostpointercapture', onLostCapture);
    removeEventListener('keydown', putBackByKey, true);
    onEnd(finalIndex === from ? null : finalIndex);
  }
  function drop(): void {
    end(to);
  }
  function putBack(): void {
    end(null);
  }
  /** A row that was removed during the drag gets no more pointer events. The target of this event is then the document. */
  function onLostCapture({ target }: PointerEvent): void {
    if (target === document) putBack();
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
  document.addEventListener('lostpointercapture', onLostCapture);
  addEventListener('keydown', putBackByKey, true);
  addEventListener('dragstart', preventNativeDrag, true);
  frame = requestAnimationFrame(scrollEachFrame);
  return putBack;
}
