import type { Catalogue, ImportReport } from '../catalogue/records.ts';
import { isDiskFull } from '../database/disk-full.ts';

/** Saves a pass's report. The pass is already complete, so a full disk is only logged. */
export function saveReport(catalogue: Catalogue, report: ImportReport, log: (line: string) => void): void {
  try {
    catalogue.saveReport(report);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    log('Library: the disk is full, so the report of this scan was not saved. The scan itself is complete.');
  }
}
