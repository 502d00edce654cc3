import { useRef, useState } from 'react';

/** What was read before a move was written may come this much after it. */
const lateReadMs = 250;

interface Ahead<Row> {
  shown: readonly Row[];
  /** What stood once the last of the moves was written; null until then. */
  of: readonly Row[] | null;
}

/**
 * An order that a person changes: a move is shown before the device has written it, and until its rows have come back. So nothing
 * jumps back for a frame, and a key that is held moves on from where the eye sees it.
 */
export function useOrderAhead<Row>(
  stored: readonly Row[],
  idOf: (row: Row) => string,
  /** Settles when the device has it; rejects when it could not be kept: whoever listens says why. */
  onMove: (row: Row, to: number) => Promise<unknown>,
): { rows: readonly Row[]; move: (rowId: string, to: number) => void; placeOf: (rowId: string) => number; count: () => number } {
  const [ahead, setAhead] = useState<Ahead<Row> | null>(null);
  // By their ids: each read of the device brings other objects.
  const isStored = (order: readonly Row[]) => order.length === stored.length && order.every((row, at) => idOf(row) === idOf(stored[at] ?? row));
  // The device has it, or something else happened meanwhile.
  const isOver = ahead !== null && ahead.of !== null && (isStored(ahead.shown) || !isStored(ahead.of));
  if (isOver) setAhead(null);
  const rows = ahead && !isOver ? ahead.shown : stored;
  const movesUnderWay = useRef(0);
  const latest = useRef({ rows, stored, idOf, onMove });
  latest.current = { rows, stored, idOf, onMove };
  const deeds = useRef({
    placeOf: (rowId: string) => latest.current.rows.findIndex((row) => latest.current.idOf(row) === rowId),
    count: () => latest.current.rows.length,
    move(rowId: string, to: number): void {
      const { rows: before, onMove: write } = latest.current;
      const from = deeds.current.placeOf(rowId);
      const row = before[from];
      if (!row || from === to) return;
      setAhead({ shown: before.toSpliced(from, 1).toSpliced(to, 0, row), of: null });
      movesUnderWay.current += 1;
      write(row, to).then(
        () =>
          setTimeout(() => {
            movesUnderWay.current -= 1;
            if (movesUnderWay.current === 0) setAhead((last) => last && { ...last, of: latest.current.stored });
          }, lateReadMs),
        () => {
          movesUnderWay.current -= 1;
          setAhead(null);
        },
      );
    },
  });
  return { rows, ...deeds.current };
}
