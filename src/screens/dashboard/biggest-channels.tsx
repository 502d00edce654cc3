// The ten biggest channels by three measures (SPEC §2 "Dashboard"), in three tables whose rows link to the channels.
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { channelPath } from '../../lib/addresses.ts';
import type { ArchiveStatsView, BiggestChannelView, BiggestOrder } from '../../queries/stats.ts';
import { dashboardTexts } from '../../texts/dashboard.ts';
import { count, spokenDuration } from '../../texts/formats.ts';
import { fileSize, type SizeUnit, totalDuration } from '../../texts/page-formats.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './dashboard-screen.module.css';

const orders: readonly BiggestOrder[] = ['doc_count', 'duration', 'media_size'];
const valueHeads = { doc_count: dashboardTexts.videosHead, duration: dashboardTexts.durationHead, media_size: dashboardTexts.sizeHead } as const;
const valueOf = {
  doc_count: (channel: BiggestChannelView) => channel.videoCount,
  duration: (channel: BiggestChannelView) => channel.durationSeconds,
  media_size: (channel: BiggestChannelView) => channel.sizeBytes,
} as const;

export function BiggestChannels({ biggest, unit }: { biggest: ArchiveStatsView['biggest']; unit: SizeUnit }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles['biggest']}>
      <h2 id={id}>{dashboardTexts.biggest}</h2>
      {orders.every((order) => biggest[order].length === 0) ? (
        <p className={styles['nothing']}>{dashboardTexts.noChannels}</p>
      ) : (
        <div className={styles['tables']}>
          {orders.map((order) => (
            <BiggestTable key={order} order={order} channels={biggest[order]} unit={unit} />
          ))}
        </div>
      )}
    </section>
  );
}

function BiggestTable({ order, channels, unit }: { order: BiggestOrder; channels: readonly BiggestChannelView[]; unit: SizeUnit }) {
  const maxValue = Math.max(1, ...channels.map(valueOf[order]));
  return (
    <div className={styles['card']}>
      <table className={styles['channels']}>
        <caption>{dashboardTexts.by[order]}</caption>
        <thead className={styles['visually-hidden']}>
          <tr>
            <th scope="col">{dashboardTexts.channelHead}</th>
            <th scope="col">{valueHeads[order]}</th>
          </tr>
        </thead>
        <tbody>
          {channels.map((channel) => (
            <tr key={channel.channelId}>
              <th scope="row">
                <Link to={channelPath(channel.channelId)}>
                  <Avatar name={channel.name} id={channel.channelId} src={channel.thumbUrl} size={30} />
                  <span dir="auto">{channel.name}</span>
                </Link>
                <i style={{ inlineSize: `${(valueOf[order](channel) / maxValue) * 100}%` }} />
              </th>
              <td>
                <Value order={order} channel={channel} unit={unit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Value({ order, channel, unit }: { order: BiggestOrder; channel: BiggestChannelView; unit: SizeUnit }) {
  if (order === 'doc_count') return <>{count(channel.videoCount)}</>;
  if (order === 'media_size') return <>{fileSize(channel.sizeBytes, unit)}</>;
  return (
    <>
      <span aria-hidden="true">{totalDuration(channel.durationSeconds)}</span>
      <VisuallyHidden>{spokenDuration(channel.durationSeconds)}</VisuallyHidden>
    </>
  );
}
