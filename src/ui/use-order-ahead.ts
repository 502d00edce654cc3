import { useRef, useState } from 'react';

interface Ahead<Row> {
  shown: readonly Row[];
  /** What stood when the last of the moves was written; null until then. */
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
  // By their ids: rows that were read before the move was written may come after it, and are other objects.
  const isOf = (order: readonly Row[]) => order.length === stored.length && order.every((row, at) => idOf(row) === idOf(stored[at] ?? row));
  const rows = ahead && !isOf(ahead.shown) && (ahead.of === null || isOf(ahead.of)) ? ahead.shown : stored;
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
        () => {
          movesUnderWay.current -= 1;
          if (movesUnderWay.current === 0) setAhead((last) => last && { ...last, of: latest.current.stored });
        },
        () => {
          movesUnderWay.current -= 1;
          setAhead(null);
        },
      );
    },
  });
  return { rows, ...deeds.current };
}
