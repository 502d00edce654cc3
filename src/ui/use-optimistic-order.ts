import { useEffect, useRef, useState } from 'react';
import { useLatest } from './use-latest.ts';

/** Rows that were read before a move was written may arrive up to this long after the write. */
const lateReadMs = 250;
/** After this time the device's rows are shown, even if their order differs. */
const maxOptimisticMs = 1000;

interface OptimisticOrder<Row> {
  rows: readonly Row[];
  /** Whether all moves were written, at least `lateReadMs` ago. */
  isWritten: boolean;
}

/**
 * A list that the user reorders. A move is shown from the first frame until the written rows have been read back. No row jumps back for a
 * frame, and a key that is held down continues from the shown position.
 */
export function useOptimisticOrder<Row>(
  storedRows: readonly Row[],
  idOf: (row: Row) => string,
  /** Resolves when the device has stored the move; reports a failure to the user, and rejects. */
  onMove: (row: Row, toIndex: number) => Promise<unknown>,
): { rows: readonly Row[]; move: (rowId: string, toIndex: number) => void; indexOf: (rowId: string) => number; count: () => number } {
  const [optimisticOrder, setOptimisticOrder] = useState<OptimisticOrder<Row> | null>(null);
  const isOver =
    optimisticOrder !== null &&
    (!isOfSameRows(optimisticOrder.rows, storedRows, idOf) || (optimisticOrder.isWritten && isSameOrder(optimisticOrder.rows, storedRows, idOf)));
  useEffect(() => {
    if (isOver) setOptimisticOrder(null);
  }, [isOver]);
  const rows = optimisticOrder && !isOver ? optimisticOrder.rows : storedRows;
  const pendingMoveCount = useRef(0);
  const latest = useLatest({ rows, idOf, onMove });
  const handlers = useRef({
    indexOf: (rowId: string) => latest.current.rows.findIndex((row) => latest.current.idOf(row) === rowId),
    count: () => latest.current.rows.length,
    move(rowId: string, toIndex: number): void {
      const { rows: rowsBefore, onMove: write } = latest.current;
      const fromIndex = handlers.current.indexOf(rowId);
      const row = rowsBefore[fromIndex];
      if (!row || fromIndex === toIndex) return;
      setOptimisticOrder({ rows: rowsBefore.toSpliced(fromIndex, 1).toSpliced(toIndex, 0, row), isWritten: false });
      pendingMoveCount.current += 1;
      write(row, toIndex).then(
        () => setTimeout(handleWritten, lateReadMs),
        () => {
          pendingMoveCount.current -= 1;
          setOptimisticOrder(null);
        },
      );
    },
  });
  function handleWritten(): void {
    pendingMoveCount.current -= 1;
    if (pendingMoveCount.current > 0) return;
    setOptimisticOrder((last) => last && { ...last, isWritten: true });
    setTimeout(() => setOptimisticOrder((last) => (last?.isWritten ? null : last)), maxOptimisticMs);
  }
  return { rows, ...handlers.current };
}

/** Compares ids, because each read of the device returns new objects. */
function isSameOrder<Row>(one: readonly Row[], other: readonly Row[], idOf: (row: Row) => string): boolean {
  return one.length === other.length && one.every((row, index) => idOf(row) === idOf(other[index] ?? row));
}

/** Whether both have the same rows. The optimistic order would hide a row that was added or removed meanwhile. */
function isOfSameRows<Row>(one: readonly Row[], other: readonly Row[], idOf: (row: Row) => string): boolean {
  const ids = new Set(one.map(idOf));
  return one.length === other.length && other.every((row) => ids.has(idOf(row)));
}
