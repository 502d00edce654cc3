import { useEffect, useRef, useState } from 'react';
import { useLatest } from './use-latest.ts';

/** Rows that were read before a move was written may arrive up to this long afterwards. */
const lateReadMs = 250;
/** After this time the device's rows are shown, even if their order differs. */
const maxOptimisticMs = 1000;

interface OptimisticOrder<Row> {
  rows: readonly Row[];
  /** All moves have been written, at least `lateReadMs` ago. */
  isWritten: boolean;
}

/**
 * A list that the user reorders. A move is shown from the first frame until the written rows have been read back. No row jumps back for a
 * frame, and a key that is held down continues from the shown position.
 */
export function useOptimisticOrder<Row>(
  stored: readonly Row[],
  idOf: (row: Row) => string,
  /** Resolves when the device has stored the move; reports a failure to the user, and rejects. */
  onMove: (row: Row, to: number) => Promise<unknown>,
): { rows: readonly Row[]; move: (rowId: string, to: number) => void; indexOf: (rowId: string) => number; count: () => number } {
  const [optimistic, setOptimistic] = useState<OptimisticOrder<Row> | null>(null);
  const isOver = optimistic !== null && (!isOfSameRows(optimistic.rows, stored, idOf) || (optimistic.isWritten && isSameOrder(optimistic.rows, stored, idOf)));
  useEffect(() => {
    if (isOver) setOptimistic(null);
  }, [isOver]);
  const rows = optimistic && !isOver ? optimistic.rows : stored;
  const movesUnderWay = useRef(0);
  const latest = useLatest({ rows, idOf, onMove });
  const handlers = useRef({
    indexOf: (rowId: string) => latest.current.rows.findIndex((row) => latest.current.idOf(row) === rowId),
    count: () => latest.current.rows.length,
    move(rowId: string, to: number): void {
      const { rows: before, onMove: write } = latest.current;
      const from = handlers.current.indexOf(rowId);
      const row = before[from];
      if (!row || from === to) return;
      setOptimistic({ rows: before.toSpliced(from, 1).toSpliced(to, 0, row), isWritten: false });
      movesUnderWay.current += 1;
      write(row, to).then(
        () => setTimeout(handleWritten, lateReadMs),
        () => {
          movesUnderWay.current -= 1;
          setOptimistic(null);
        },
      );
    },
  });
  function handleWritten(): void {
    movesUnderWay.current -= 1;
    if (movesUnderWay.current > 0) return;
    setOptimistic((last) => last && { ...last, isWritten: true });
    setTimeout(() => setOptimistic((last) => (last?.isWritten ? null : last)), maxOptimisticMs);
  }
  return { rows, ...handlers.current };
}

/** Compares ids, because each read of the device returns new objects. */
function isSameOrder<Row>(one: readonly Row[], other: readonly Row[], idOf: (row: Row) => string): boolean {
  return one.length === other.length && one.every((row, at) => idOf(row) === idOf(other[at] ?? row));
}

/** False if a row was added or removed meanwhile, which the optimistic order would hide. */
function isOfSameRows<Row>(one: readonly Row[], other: readonly Row[], idOf: (row: Row) => string): boolean {
  const ids = new Set(one.map(idOf));
  return one.length === other.length && other.every((row) => ids.has(idOf(row)));
}
