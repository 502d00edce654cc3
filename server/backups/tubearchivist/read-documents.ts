// Reads the documents in a TubeArchivist server's ZIP, index by index. The ZIP's files are NDJSON in pairs of lines: an action and its
// document.
import { BackupProblem, type Place } from '../backup-problem.ts';
import type { ReadZip } from '../read-zip.ts';
import { isInfo, object, text, type Info } from '../../library/info-values.ts';

export type IndexName = 'channel' | 'video' | 'playlist' | 'comment' | 'download' | 'subtitle';

const entryName = /^es_(channel|video|playlist|comment|download|subtitle)-\d{8}-(\d+)\.json$/;

/** Names of the files of one index, in order. */
export function partsOf(zip: ReadZip, index: IndexName): string[] {
  const parts = zip.names.flatMap((name) => {
    const [, indexOfPart, number] = entryName.exec(name) ?? [];
    return indexOfPart === index ? [{ name, number: Number(number) }] : [];
  });
  return parts.toSorted((a, b) => a.number - b.number).map(({ name }) => name);
}

/** @throws BackupProblem */
export async function* documentsOf(zip: ReadZip, index: IndexName): AsyncGenerator<Info> {
  // Older files have a version at the end of the index name.
  const indexPattern = new RegExp(`^ta_${index}(_v\\d+)?$`);
  for (const name of partsOf(zip, index)) {
    let isExpected = false;
    let isAction = true;
    for await (const { line, number } of zip.lines(name)) {
      const value = parseLine(line, (texts) => texts.line(number, name));
      if (isAction) {
        const action = object(value, 'index');
        if (!Object.hasOwn(value, 'index') || text(action, '_id') === null) throw new BackupProblem((texts) => texts.otherAction(texts.line(number, name)));
        isExpected = indexPattern.test(text(action, '_index') ?? '');
      } else if (isExpected) yield value;
      isAction = !isAction;
    }
    if (!isAction) throw new BackupProblem((texts) => texts.endsEarly(name));
  }
}

function parseLine(line: string, location: Place): Info {
  try {
    const value = JSON.parse(line) as unknown;
    if (isInfo(value)) return value;
  } catch {
    // Reported below.
  }
  throw new BackupProblem((texts) => texts.notJsonObject(location(texts)));
}
