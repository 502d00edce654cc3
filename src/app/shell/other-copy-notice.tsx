// A notice about this person's other copy. If that copy was recognised as a copy of the same archive, offers to move it; otherwise
// reports its unsent changes. Searches for copies once the archive answers.
import { useEffect, useRef, useState } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import { declineMove, readOtherCopies, compareSample, type OtherCopy, type SampleResult } from '../../commands/other-copies.ts';
import { useMoveCopy } from '../../features/other-copies/use-move-copy.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { useSyncStatus } from '../../queries/sync.ts';
import { otherCopyTexts as texts } from '../../texts/other-copies.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { inBackground } from '../../lib/in-background.ts';

interface SampledCopy extends OtherCopy {
  sample: SampleResult;
}

export function OtherCopyNotice() {
  const mirror = useMirror();
  const sheet = useSheetAddress('sync');
  const [foundCopy, setFoundCopy] = useOtherCopy(sheet.isOpen);
  const { isBusy, failure, move } = useMoveCopy();
  if (!foundCopy) return null;
  const { account, changes, sample } = foundCopy;

  async function keepSeparate(): Promise<void> {
    await declineMove(mirror, account);
    setFoundCopy(null);
  }

  const keepSeparateButton = (
    <Button tone="quiet" size="small" disabled={isBusy} onClick={() => void keepSeparate()}>
      {texts.keepApart}
    </Button>
  );
  if (sample.isSame) {
    return (
      <Banner
        tone="accent"
        icon="device"
        title={texts.sameTitle}
        text={failure ? <span role="alert">{texts.failed[failure]}</span> : texts.sameText(sample.foundCount, sample.sampledCount, changes.length)}
        isLong
        action={
          <div>
            <Button size="small" disabled={isBusy} onClick={() => void move(account)}>
              {isBusy ? texts.moving : texts.move}
            </Button>
            {keepSeparateButton}
          </div>
        }
      />
    );
  }
  return (
    <Banner
      tone="waiting"
      icon="clock"
      title={texts.waitTitle(changes.length)}
      text={sample.sampledCount > 0 ? texts.otherArchive : texts.nothingKnown}
      isLong
      action={
        <div>
          <Button size="small" onClick={sheet.open}>
            {texts.see}
          </Button>
          {keepSeparateButton}
        </div>
      }
    />
  );
}

/** The first copy that needs a notice. The search runs again when the archive comes back and when the sync sheet closes. */
function useOtherCopy(isSheetOpen: boolean): [SampledCopy | null, (foundCopy: SampledCopy | null) => void] {
  const mirror = useMirror();
  const { context } = useCommands();
  const isOnline = useSyncStatus().connection.name === 'online';
  const samples = useRef(new Map<string, SampleResult>());
  const [foundCopy, setFoundCopy] = useState<SampledCopy | null>(null);
  useEffect(() => {
    if (!isOnline || isSheetOpen) return undefined;
    let isUnmounted = false;
    async function search(): Promise<void> {
      for (const copy of await readOtherCopies(mirror)) {
        const api = context()?.api;
        if (copy.isKeptSeparate || !api) continue;
        const { accountKey } = copy.account;
        const sample = samples.current.get(accountKey) ?? (await compareSample(mirror, api, copy.account));
        if (isUnmounted || !sample) return;
        samples.current.set(accountKey, sample);
        if (sample.isSame || copy.changes.length > 0) return setFoundCopy({ ...copy, sample });
      }
      if (!isUnmounted) setFoundCopy(null);
    }
    inBackground(search(), 'Other copies could not be read');
    return () => void (isUnmounted = true);
  }, [mirror, context, isOnline, isSheetOpen]);
  return [foundCopy, setFoundCopy];
}
