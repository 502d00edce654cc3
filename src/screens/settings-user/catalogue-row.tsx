// A switch that keeps the archive's whole catalogue on this device, with the progress and the age of that copy.
import { useSyncExternalStore } from 'react';
import { deviceNetwork } from '../../lib/metered.ts';
import { useCatalogue, type CatalogueView } from '../../queries/catalogue.ts';
import { useCopyAges } from '../../queries/sync-sheet.ts';
import { useConnectionName } from '../../queries/sync.ts';
import { wholeCatalogueTexts as texts } from '../../texts/whole-catalogue.ts';
import { clockAge } from '../../texts/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SettingRow } from '../../features/settings/setting-card.tsx';
import { useNowRoundedUpMs } from '../../features/page/use-now.ts';
import styles from './user-settings-screen.module.css';

export function CatalogueRow({ isPrefetching }: { isPrefetching: boolean }) {
  const catalogue = useCatalogue();
  const { channelCount } = useCopyAges();
  // Without the user's choice, a small catalogue is read only while prefetching is on.
  const isOn = catalogue.isOn && (catalogue.choice === 'whole' || isPrefetching);
  const facts = useFacts(catalogue, isOn, channelCount);
  const { walk, last: lastRead, isPaused } = catalogue;
  return (
    <SettingRow
      label={texts.label}
      help={texts.help}
      note={
        <>
          {facts.map((fact) => (
            <p key={fact} className={styles['fact']}>
              {fact}
            </p>
          ))}
          {isOn && walk ? <progress className={styles['progress']} aria-label={texts.progress} {...progressOf(catalogue, channelCount)} /> : null}
          {isOn && walk ? (
            <Button size="small" className={styles['note-button']} onClick={() => void catalogue.setPaused(!isPaused)}>
              {isPaused ? texts.goOn : texts.pause}
            </Button>
          ) : null}
          {isOn && lastRead && !walk ? (
            <Button size="small" className={styles['note-button']} onClick={() => void catalogue.reread()}>
              {texts.again}
            </Button>
          ) : null}
        </>
      }
    >
      {({ labelId, helpId }) => (
        <Switch isOn={isOn} aria-labelledby={labelId} aria-describedby={helpId} onChange={(isNowOn) => void catalogue.setOn(isNowOn)} />
      )}
    </SettingRow>
  );
}

/** The progress of the copy and what delays it, then its age. */
function useFacts(catalogue: CatalogueView, isOn: boolean, channelCount: number): string[] {
  const connectionName = useConnectionName();
  const isMetered = useSyncExternalStore(deviceNetwork.subscribe, deviceNetwork.isMetered);
  const nowMs = useNowRoundedUpMs();
  const { isPaused, walk, last: lastRead, videoCount, isCountCapped } = catalogue;
  const facts: string[] = [];
  if (!catalogue.isOn) return videoCount === null ? [] : [texts.large(videoCount, isCountCapped)];
  if (isOn && walk) {
    if (videoCount === null) facts.push(texts.beginning);
    else if (walk.isByChannel) facts.push(texts.readingChannels(walk.videosRead, walk.channelsRead + 1, channelCount));
    else facts.push(texts.reading(walk.videosRead, videoCount));
    if (isPaused) facts.push(texts.paused);
    else if (isMetered) facts.push(texts.waitsForNetwork);
    else if (connectionName !== 'online') facts.push(texts.waitsForServer);
  }
  if (!lastRead) return facts;
  facts.push(texts.asOf(clockAge(lastRead.atMs, nowMs), lastRead));
  if (lastRead.unreached > 0) facts.push(texts.unreached(lastRead.unreached));
  if (lastRead.failedLists > 0) facts.push(texts.failedLists(lastRead.failedLists));
  return facts;
}

function progressOf({ walk, videoCount }: CatalogueView, channelCount: number): { value?: number; max?: number } {
  if (!walk || videoCount === null) return {};
  return walk.isByChannel ? { value: walk.channelsRead, max: Math.max(1, channelCount) } : { value: walk.videosRead, max: Math.max(1, videoCount) };
}
