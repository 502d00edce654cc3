// This user's copies that were kept separate from the open one. Each is compared with the archive on request. If it is a copy of the same
// archive, it can replace the open copy.
import { useEffect, useState } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import { readOtherCopies, compareSample, type OtherCopy, type SampleResult } from '../../commands/other-copies.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { age } from '../../texts/formats.ts';
import { otherCopyTexts as texts } from '../../texts/other-copies.ts';
import { Button } from '../../ui/button.tsx';
import { useMoveCopy } from '../../features/other-copies/use-move-copy.ts';
import { useMountTimeMs } from '../../features/page/use-now.ts';
import { SettingRow } from '../../features/settings/setting-card.tsx';
import styles from './user-settings-screen.module.css';

export function OtherCopyRows() {
  const mirror = useMirror();
  const [copies, setCopies] = useState<readonly OtherCopy[]>([]);
  useEffect(
    () => void readOtherCopies(mirror).then(setCopies, (reason: unknown) => console.warn('Other copies could not be read', reason)), // then none are shown
    [mirror],
  );
  return copies.filter(({ isKeptSeparate }) => isKeptSeparate).map((copy) => <OtherCopyRow key={copy.account.accountKey} copy={copy} />);
}

type Comparison = { name: 'idle' | 'running' } | { name: 'done'; sample: SampleResult | null };

function OtherCopyRow({ copy: { account, changes } }: { copy: OtherCopy }) {
  const mirror = useMirror();
  const { context } = useCommands();
  const nowMs = useMountTimeMs();
  const { isBusy, failure, move } = useMoveCopy();
  const [comparison, setComparison] = useState<Comparison>({ name: 'idle' });
  const sample = comparison.name === 'done' ? comparison.sample : null;

  async function compare(): Promise<void> {
    setComparison({ name: 'running' });
    const api = context()?.api;
    setComparison({ name: 'done', sample: api ? await compareSample(mirror, api, account) : null });
  }

  return (
    <SettingRow
      label={texts.apartTitle}
      help={texts.apartHelp(age(account.lastUsedAtMs, nowMs), changes.length)}
      note={
        <p role="status" className={styles['fact']}>
          {failure ? texts.failed[failure] : comparison.name === 'done' ? resultText(sample, changes.length) : ''}
        </p>
      }
    >
      {({ helpId }) =>
        sample?.isSame ? (
          <Button aria-describedby={helpId} disabled={isBusy} onClick={() => void move(account)}>
            {isBusy ? texts.moving : texts.move}
          </Button>
        ) : (
          <Button aria-describedby={helpId} disabled={comparison.name === 'running'} onClick={() => void compare()}>
            {texts.compare}
          </Button>
        )
      }
    </SettingRow>
  );
}

function resultText(sample: SampleResult | null, waitingCount: number): string {
  if (!sample) return texts.notCompared;
  if (sample.isSame) return texts.sameText(sample.foundCount, sample.sampledCount, waitingCount);
  return sample.sampledCount > 0 ? texts.notSame(sample.foundCount, sample.sampledCount) : texts.nothingToCompare;
}
