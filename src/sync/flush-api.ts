// What flush calls of the archive. A part of its own, fetched by main beside the flush.
import type { ArchiveApi, ReadApi, WriteApi } from '../network/archive-api.ts';
import { createReadApi } from '../network/read-api.ts';
import { createWriteApi } from '../network/write-api.ts';

export function createFlushApi(api: ArchiveApi): ArchiveApi & ReadApi & WriteApi {
  return { ...api, ...createReadApi(api), ...createWriteApi(api) };
}
