// Checks whether there is a newer Stowaway. The database stores the result of the last check, so ping can answer immediately, even after a
// start without a network.
import type { WirePing } from '../../src/contract/names.ts';
import type { Database } from '../database/transaction.ts';
import { asRecord, fetchJson } from './fetch-json.ts';
import type { Lookup } from './lookup.ts';

export interface Releases {
  /** Null while no newer release is known. */
  availableUpdate(): WirePing['ta_update'];
  /** Fetches the newest version's number, stores it, and returns it in `found`. */
  check(): Promise<Lookup<string>>;
}

type Version = [major: number, minor: number, patch: number];

/** @param ownVersion with or without a leading `v` */
export function createReleases(database: Database, address: URL | null, ownVersion: string): Releases {
  const read = database.prepare("SELECT value FROM archive WHERE key = 'newest-release'");
  const write = database.prepare("INSERT OR REPLACE INTO archive (key, value) VALUES ('newest-release', ?)");
  const ownNumbers = versionOf(ownVersion);

  return {
    availableUpdate() {
      const newestVersion = address === null ? undefined : (read.get() as { value: string } | undefined)?.value;
      const newestNumbers = newestVersion === undefined ? null : versionOf(newestVersion);
      if (newestVersion === undefined || newestNumbers === null || ownNumbers === null || compareVersions(newestNumbers, ownNumbers) <= 0) return null;
      return { status: true, version: newestVersion, is_breaking: isBreaking(ownNumbers, newestNumbers) };
    },
    async check() {
      if (address === null) return { kind: 'off' };
      const response = await fetchJson(address);
      if (response.kind === 'away') return { kind: 'failed', message: `The releases page: ${response.message}.` };
      // The format of GitHub, Gitea and Forgejo for the latest release.
      const tag = asRecord(response.body)['tag_name'];
      const newestNumbers = typeof tag === 'string' ? versionOf(tag) : null;
      if (response.status !== 200 || newestNumbers === null)
        return { kind: 'failed', message: `The releases page answered with status ${response.status} and names no version.` };
      const newestVersion = `v${newestNumbers.join('.')}`;
      write.run(newestVersion);
      return { kind: 'found', value: newestVersion };
    },
  };
}

/** Returns null if the text does not name a release: `v1.2.3` does, `v1.2.3-beta` does not. */
function versionOf(text: string): Version | null {
  const numbers = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(text.trim());
  return numbers ? [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])] : null;
}

function compareVersions(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

/** By semantic versioning, a change of the first number is breaking, and before 1.0 also a change of the second. */
function isBreaking(ownNumbers: Version, newestNumbers: Version): boolean {
  return newestNumbers[0] !== ownNumbers[0] || (ownNumbers[0] === 0 && newestNumbers[1] !== ownNumbers[1]);
}
