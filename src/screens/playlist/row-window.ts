// Which rows of a long list are drawn: those in the viewport, and one screenful on each side. All rows have the same height, so the list
// has its final length before any of them is drawn, and Back restores its position. Pure except for the hook.
import { useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';

/** Rows are added and removed in groups of this size, so that scrolling by one row does not draw the list again. */
export const groupSize = 10;

/** Half-open: groups from `first` up to, but not including, `end`. */
export interface RowWindow {
  first: number;
  end: number;
}

interface ListMeasurements {
  /** The distance from the top of the viewport to the top of the list, in CSS pixels; negative while the list begins above the viewport. */
  listTop: number;
  viewHeight: number;
  /** The height of one row, in CSS pixels. */
  rowHeight: number;
  rowCount: number;
}

export function groupsNearView({ listTop, viewHeight, rowHeight, rowCount }: ListMeasurements): RowWindow {
  const groupCount = Math.ceil(rowCount / groupSize);
  if (groupCount === 0 || rowHeight <= 0) return { first: 0, end: Math.min(groupCount, 1) };
  const groupHeight = rowHeight * groupSize;
  const first = Math.floor((-listTop - viewHeight) / groupHeight);
  const end = Math.ceil((-listTop + 2 * viewHeight) / groupHeight);
  const lastGroup = groupCount - 1;
  return { first: Math.min(lastGroup, Math.max(0, first)), end: Math.max(1, Math.min(groupCount, end)) };
}

/** Used until the list is measured: more rows than most viewports show, and no more than one frame can draw. */
const initialWindow: RowWindow = { first: 0, end: 2 };

/** `list`: the element as tall as all rows together. */
export function useRowWindow(list: RefObject<HTMLElement | null>, rowCount: number): RowWindow {
  const [rowWindow, setRowWindow] = useState(initialWindow);
  const updateWindow = useEffectEvent((element: HTMLElement): void => {
    const box = element.getBoundingClientRect();
    const nextWindow = groupsNearView({ listTop: box.top, viewHeight: innerHeight, rowHeight: box.height / Math.max(1, rowCount), rowCount });
    setRowWindow((current) => (current.first === nextWindow.first && current.end === nextWindow.end ? current : nextWindow));
  });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = (): void => updateWindow(element);
    measure();
    const resizeObserver = new ResizeObserver(measure);
    resizeObserver.observe(element);
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      resizeObserver.disconnect();
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [list]);
  return rowWindow;
}
