import type { MirrorDatabase } from '../mirror/database.ts';

/** SPEC §9's default, for the moment in which the account's own setting is not there yet. */
const defaultPageSize = 12;

/** The account's page size: every list is stored by it, since the archive takes no parameter for it. */
export async function readPageSize(db: MirrorDatabase): Promise<number> {
  const config = await db.documents.get('user-config');
  return config?.key === 'user-config' ? config.value.page_size : defaultPageSize;
}
