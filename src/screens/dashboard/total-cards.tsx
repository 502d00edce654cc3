// The totals of the dashboard, a card for each group.
import { useId, type ReactNode } from 'react';
import type { ArchiveStatsView, VideoTotals, WatchTotals } from '../../queries/stats.ts';
import { dashboardTexts } from '../../texts/dashboard.ts';
import { count, spokenDuration } from '../../texts/formats.ts';
import { fileSize, type SizeUnit, totalDuration } from '../../texts/page-formats.ts';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './dashboard-screen.module.css';

interface CardProps {
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

export function Card({ title, className, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames(styles['card'], className)}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

export function OverviewCard({ stats, unit }: { stats: ArchiveStatsView; unit: SizeUnit }) {
  const { all, active, inactive } = stats;
  return (
    <Card title={dashboardTexts.overview} className={styles['overview']}>
      <p className={styles['all']}>
        <b>{count(all.count)}</b>
        <span>
          {dashboardTexts.videos(all.count)}, <strong>{fileSize(all.sizeBytes, unit)}</strong>, <Duration seconds={all.durationSeconds} isStrong />
        </span>
      </p>
      <dl className={styles['pair']}>
        <Totals label={dashboardTexts.active} dot="active" totals={active} unit={unit} />
        <Totals label={dashboardTexts.inactive} dot="inactive" totals={inactive} unit={unit} />
      </dl>
    </Card>
  );
}

function Totals({ label, dot, totals, unit }: { label: string; dot: string; totals: VideoTotals; unit: SizeUnit }) {
  return (
    <div>
      <dt>
        <i className={styles[dot]} />
        {label}
      </dt>
      <dd>{count(totals.count)}</dd>
      <dd className={styles['small']}>{fileSize(totals.sizeBytes, unit)}</dd>
      <dd className={styles['small']}>
        <Duration seconds={totals.durationSeconds} />
      </dd>
    </div>
  );
}

/** A duration, abbreviated on the screen and in full for screen readers. */
function Duration({ seconds, isStrong = false }: { seconds: number; isStrong?: boolean }) {
  const ShortText = isStrong ? 'strong' : 'span';
  return (
    <>
      <ShortText aria-hidden="true">{totalDuration(seconds)}</ShortText>
      <VisuallyHidden>{spokenDuration(seconds)}</VisuallyHidden>
    </>
  );
}

export function WatchProgressCard({ stats }: { stats: ArchiveStatsView }) {
  const { watched, unwatched, watchedShare } = stats;
  return (
    <Card title={dashboardTexts.watchProgress} className={styles['watch']}>
      <div className={styles['watch-facts']}>
        <p className={styles['ring']}>
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <circle cx="50" cy="50" r="42" />
            {watchedShare > 0 ? <circle cx="50" cy="50" r="42" pathLength="100" strokeDasharray={`${watchedShare * 100} 100`} /> : null}
          </svg>
          <b>{dashboardTexts.share(watchedShare)}</b>
          <VisuallyHidden>{dashboardTexts.shareWatched}</VisuallyHidden>
        </p>
        <dl>
          <WatchTotal label={dashboardTexts.watched} dot="is-watched" totals={watched} />
          <WatchTotal label={dashboardTexts.unwatched} dot="is-unwatched" totals={unwatched} />
        </dl>
      </div>
    </Card>
  );
}

function WatchTotal({ label, dot, totals }: { label: string; dot: string; totals: WatchTotals }) {
  return (
    <div>
      <dt>
        <i className={styles[dot]} />
        {label}
      </dt>
      <dd>
        {count(totals.count)}{' '}
        <small>
          <Duration seconds={totals.durationSeconds} />
        </small>
      </dd>
      <dd className={styles['small']}>{dashboardTexts.seconds(totals.durationSeconds)}</dd>
    </div>
  );
}

const kinds = ['regular', 'shorts', 'streams'] as const;

export function VideoTypeCard({ stats, unit }: { stats: ArchiveStatsView; unit: SizeUnit }) {
  return (
    <Card title={dashboardTexts.videoType} className={styles['half']}>
      <p className={styles['shares']} aria-hidden="true">
        {kinds.map((kind) => (stats[kind].count > 0 ? <i key={kind} className={styles[kind]} style={{ flexGrow: stats[kind].count }} /> : null))}
      </p>
      <dl className={styles['columns']}>
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>
              <i className={styles[kind]} />
              {dashboardTexts[kind]}
            </dt>
            <dd>{count(stats[kind].count)}</dd>
            <dd className={styles['small']}>{fileSize(stats[kind].sizeBytes, unit)}</dd>
            <dd className={styles['small']}>
              <Duration seconds={stats[kind].durationSeconds} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

export function ApplicationCard({ stats }: { stats: ArchiveStatsView }) {
  const { channels, playlists, pending } = stats;
  return (
    <Card title={dashboardTexts.application} className={styles['half']}>
      <dl className={styles['columns']}>
        <Figure label={dashboardTexts.channels} value={channels.count} note={dashboardTexts.subscribed(channels.subscribedCount)} />
        <Figure label={dashboardTexts.playlists} value={playlists.count} note={dashboardTexts.subscribed(playlists.subscribedCount)} />
        <Figure label={dashboardTexts.pending} value={pending.count} note={dashboardTexts.pendingKinds(pending.videos, pending.shorts, pending.streams)} />
      </dl>
    </Card>
  );
}

function Figure({ label, value, note }: { label: string; value: number; note: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{count(value)}</dd>
      {note === '' ? null : <dd className={styles['small']}>{note}</dd>}
    </div>
  );
}
