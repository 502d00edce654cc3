// Notices about holds, followed by the downloader's warnings. During a hold the server does not contact one site or, if the hold is not
// about a single site, any site. The notice gives the reason, advice and the time of the next try.
import { useState } from 'react';
import type { DownloaderNotices } from '../../queries/download-stores.ts';
import { useDownloaderNotices } from '../../queries/downloads.ts';
import { downloadsTexts } from '../../texts/downloads.ts';
import { clockAge } from '../../texts/formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useNowRoundedUpMs } from '../../features/page/use-now.ts';
import { useTaskWatch } from '../../features/commands/use-task-watch.ts';
import { useCommand } from '../../features/writes/use-command.ts';
import { ProgramOutput } from './program-output.tsx';

export function HoldNotices() {
  const { holds, warnings } = useDownloaderNotices();
  return (
    <>
      {holds.map((hold) => (
        <HoldNotice key={hold.site ?? ''} hold={hold} />
      ))}
      {warnings.length === 0 ? null : (
        <ProgramOutput label={downloadsTexts.warnings(warnings.length)} lines={warnings.map(({ title, message }) => downloadsTexts.warning(title, message))} />
      )}
    </>
  );
}

function HoldNotice({ hold: { message, advice, nextTryAt, details } }: { hold: DownloaderNotices['holds'][number] }) {
  const watch = useTaskWatch();
  const command = useCommand();
  const [isTrying, setIsTrying] = useState(false);
  const nowMs = useNowRoundedUpMs();
  const nextTryAtMs = Date.parse(nextTryAt);

  async function tryNow(): Promise<void> {
    setIsTrying(true);
    await command(() => watch?.retryDownloads(), { message: downloadsTexts.trying });
    setIsTrying(false);
  }

  return (
    <Banner
      tone="warn"
      icon="warning"
      isLong
      title={message}
      text={
        <>
          <p>
            {advice} {nextTryAtMs > nowMs ? downloadsTexts.nextTry(clockAge(nextTryAtMs, nowMs)) : downloadsTexts.triesNow}
          </p>
          <ProgramOutput lines={details} />
        </>
      }
      action={
        <Button size="small" disabled={isTrying} onClick={() => void tryNow()}>
          {downloadsTexts.tryNow}
        </Button>
      }
    />
  );
}
