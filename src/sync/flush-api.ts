// The archive calls that flush needs. A separate chunk, fetched by app/client.tsx in parallel with flush.ts.
import type { ArchiveApi, ReadApi, WriteApi } from '../network/archive-api.ts';
import { createReadApi } from '../network/read-api.ts';
import { createWriteApi } from '../network/write-api.ts';

export function createFlushApi(api: ArchiveApi): ArchiveApi & ReadApi & WriteApi {
  return { ...api, ...createReadApi(api), ...createWriteApi(api) };
}
