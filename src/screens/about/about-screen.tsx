// About (SPEC §1, §2): versions, links, and the data on this device. Works offline.
import type { ReactNode } from 'react';
import { useSession } from '../../queries/session.ts';
import { useCopyAges } from '../../queries/sync-sheet.ts';
import { useSyncStatus } from '../../queries/sync.ts';
import { aboutTexts } from '../../texts/about.ts';
import { age } from '../../texts/formats.ts';
import { fileSize } from '../../texts/page-formats.ts';
import { shellTexts } from '../../texts/shell.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useMountTimeMs } from '../../features/page/use-now.ts';
import { useStorageUse } from '../../features/settings/use-storage-use.ts';
import styles from './about-screen.module.css';

export function AboutScreen() {
  return (
    <div className={styles['page']}>
      <PageTitle title={aboutTexts.title} documentTitle={shellTexts.pageTitle(aboutTexts.title)} />
      <header className={styles['head']}>
        <Logo size={56} />
        <div>
          <h1>{aboutTexts.title}</h1>
          <p>{shellTexts.product}</p>
        </div>
      </header>
      <p className={styles['lead']}>{aboutTexts.lead}</p>
      <Versions />
      <Links />
      <ThisDevice />
    </div>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['card']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Versions() {
  const { server } = useSession();
  const update = server?.update ?? null;
  return (
    <Card title={aboutTexts.version}>
      <dl className={styles['facts']}>
        {server ? (
          <>
            <dt>{aboutTexts.archive}</dt>
            <dd>{shellTexts.version(server.version)}</dd>
          </>
        ) : null}
        <dt>{aboutTexts.client}</dt>
        <dd>{shellTexts.version(__VERSION__)}</dd>
        <dt>{aboutTexts.update}</dt>
        <dd className={update ? styles['update'] : undefined}>
          {update ? shellTexts.updateAvailable(update.version, update.isBreaking) : aboutTexts.noUpdate}
        </dd>
      </dl>
    </Card>
  );
}

/** Drawn only if the build defines a source or donation address. */
function Links() {
  if (__SOURCE_URL__ === '' && __DONATE_URL__ === '') return null;
  return (
    <Card title={aboutTexts.links}>
      <ul className={styles['links']}>
        {__SOURCE_URL__ === '' ? null : (
          <li>
            <a href={__SOURCE_URL__} target="_blank" rel="noreferrer">
              <ListIcon name="external" size={18} />
              {aboutTexts.source}
            </a>
          </li>
        )}
        {__DONATE_URL__ === '' ? null : (
          <li>
            <a href={__DONATE_URL__} target="_blank" rel="noreferrer">
              <RareIcon name="heart" size={17} />
              {aboutTexts.donate}
            </a>
          </li>
        )}
      </ul>
    </Card>
  );
}

function ThisDevice() {
  const { userConfig } = useSession();
  const { connection } = useSyncStatus();
  const ages = useCopyAges();
  const usedBytes = useStorageUse();
  const nowMs = useMountTimeMs();
  const ageText = (atMs: number | null) => (atMs === null ? null : age(atMs, nowMs));
  return (
    <Card title={aboutTexts.thisDevice}>
      <dl className={styles['facts']}>
        <dt>{aboutTexts.storage}</dt>
        <dd>{usedBytes === null ? aboutTexts.storageUnknown : fileSize(usedBytes, userConfig.file_size_unit)}</dd>
        <dt>{aboutTexts.videos}</dt>
        <dd>{syncSheetTexts.sheet.copyOf(ages.videoCount, ageText(ages.videosAtMs))}</dd>
        <dt>{aboutTexts.channels}</dt>
        <dd>{syncSheetTexts.sheet.copyOf(ages.channelCount, ageText(ages.channelsAtMs))}</dd>
        <dt>{aboutTexts.lastAnswer}</dt>
        <dd>{ageText(connection.lastAnswerAtMs) ?? aboutTexts.never}</dd>
        <dt>{aboutTexts.address}</dt>
        <dd>{location.host}</dd>
      </dl>
    </Card>
  );
}
