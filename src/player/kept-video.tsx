// The <video> element, which outlives what it shows: when another video follows, the same element plays it. So a phone that
// lets only a touched element sound lets this one go on, and picture in picture stays open. Called by player.tsx only.
import { useLayoutEffect, useRef, type HTMLAttributes, type ReactNode, type RefCallback } from 'react';
import { createPortal } from 'react-dom';
import { moveElement } from './move-element.ts';

interface KeptVideoProps extends HTMLAttributes<HTMLDivElement> {
  element: HTMLVideoElement;
  /** Called with the element when it has come in; what it answers is called before the element goes. */
  videoRef: RefCallback<HTMLVideoElement>;
  /** Takes the element before the place that it stands in goes: outside of the document it would forget what it was allowed. */
  onLeave: () => void;
  videoClass: string | undefined;
  /** The size of its subtitles, as the stylesheet names it. */
  words: string;
  /** Its tracks. */
  children: ReactNode;
}

export function KeptVideo({ element, videoRef, onLeave, videoClass, words, children, ...slot }: KeptVideoProps) {
  const place = useRef<HTMLDivElement>(null);
  const leave = useRef(onLeave);
  leave.current = onLeave;

  useLayoutEffect(() => {
    enter(element, place.current);
    const release = videoRef(element);
    return () => {
      release?.();
      leave.current();
    };
  }, [element, videoRef]);
  useLayoutEffect(() => dress(element, videoClass, words), [element, videoClass, words]);

  return (
    <div ref={place} {...slot}>
      {createPortal(children, element)}
    </div>
  );
}

function enter(element: HTMLVideoElement, place: HTMLElement | null): void {
  element.playsInline = true;
  element.tabIndex = -1;
  if (place) moveElement(element, place);
}

function dress(element: HTMLVideoElement, className: string | undefined, words: string): void {
  element.className = className ?? '';
  element.dataset['words'] = words;
}
