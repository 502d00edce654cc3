// Toasts: one line at a time at the bottom of the page, with what just happened and Undo. F6 focuses Undo. Hover or focus pauses the timer.
import { createContext, useContext, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { systemClock } from '../lib/clock.ts';
import { uiTexts } from '../texts/ui.ts';
import { startToastTimer, toastMs, type ToastTimer } from './toast-timer.ts';
import styles from './toasts.module.css';

export interface Toast {
  text: string;
  /** Undoes what the toast reports. */
  onUndo?: (() => void) | undefined;
}

export type ShowToast = (toast: Toast) => void;

const ToastContext = createContext<ShowToast | null>(null);

/** `showToast({ text, onUndo })`. A new toast replaces the previous one. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error('ToastContext is missing');
  return show;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shownToast, setShownToast] = useState<{ toast: Toast; number: number } | null>(null);
  const count = useRef(0);
  const show = useMemo<ShowToast>(() => (toast) => setShownToast({ toast, number: ++count.current }), []);
  return (
    <ToastContext value={show}>
      {children}
      {/* always present, so that new content is announced */}
      <div role="status" className={styles['region']}>
        {shownToast ? (
          <ToastLine key={shownToast.number} toast={shownToast.toast} onEnd={() => setShownToast((current) => (current === shownToast ? null : current))} />
        ) : null}
      </div>
    </ToastContext>
  );
}

function ToastLine({ toast, onEnd }: { toast: Toast; onEnd: () => void }) {
  const timer = useRef<ToastTimer | null>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const focusedBefore = useRef<Element | null>(null);
  const end = useEffectEvent(onEnd);
  const durationMs = toast.onUndo ? toastMs.withUndo : toastMs.plain;

  useEffect(() => {
    timer.current = startToastTimer(systemClock, durationMs, () => end());
    function focusUndo(event: KeyboardEvent): void {
      if (event.key !== 'F6' || !undoButton.current) return;
      event.preventDefault();
      undoButton.current.focus();
    }
    addEventListener('keydown', focusUndo);
    return () => {
      timer.current?.stop();
      removeEventListener('keydown', focusUndo);
    };
  }, [durationMs]);

  const pause = () => timer.current?.pause();
  const resume = () => timer.current?.resume();
  return (
    <div className={styles['toast']} onMouseEnter={pause} onMouseLeave={resume} onFocus={pause} onBlur={resume}>
      <span>{toast.text}</span>
      {toast.onUndo ? (
        <button
          ref={undoButton}
          type="button"
          className={styles['undo']}
          onFocus={({ relatedTarget }) => (focusedBefore.current = relatedTarget)}
          onClick={() => {
            toast.onUndo?.();
            (focusedBefore.current as HTMLElement | null)?.focus({ preventScroll: true }); // this button disappears
            onEnd();
          }}
        >
          {uiTexts.undo}
        </button>
      ) : null}
    </div>
  );
}
