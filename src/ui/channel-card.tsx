import { memo, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { subscriberCount } from '../texts/formats.ts';
import { uiTexts } from '../texts/ui.ts';
import { Avatar } from './avatar.tsx';
import { tintOf } from './avatar-tint.ts';
import styles from './channel-card.module.css';

/** What a card shows of a channel. */
export interface ChannelFacts {
  channelId: string;
  name: string;
  thumbUrl: string | null;
  bannerUrl: string | null;
  subscriberCount: number;
}

export function ChannelGrid({ label, isBusy = false, children }: { label: string; isBusy?: boolean; children: ReactNode }) {
  return (
    <ul className={styles['grid']} aria-label={label} aria-busy={isBusy}>
      {children}
    </ul>
  );
}

export const ChannelCard = memo(function ChannelCard({ channel }: { channel: ChannelFacts }) {
  return (
    <article className={styles['card']}>
      <BannerStrip channel={channel} />
      <Avatar name={channel.name} id={channel.channelId} src={channel.thumbUrl} size={68} className={styles['avatar']} />
      <h2 className={styles['name']}>
        <Link to={`/channel/${encodeURIComponent(channel.channelId)}/`}>{channel.name}</Link>
      </h2>
      <p className={styles['facts']}>{uiTexts.subscribers(subscriberCount(channel.subscriberCount), channel.subscriberCount)}</p>
    </article>
  );
});

/** The banner, or the channel's tint where there is none. */
function BannerStrip({ channel }: { channel: ChannelFacts }) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const { bannerUrl } = channel;
  return (
    <span className={styles['banner']} style={{ backgroundColor: tintOf(channel.channelId).ground }}>
      {bannerUrl && bannerUrl !== failedSrc ? (
        <img src={bannerUrl} alt="" width={320} height={84} loading="lazy" decoding="async" onError={() => setFailedSrc(bannerUrl)} />
      ) : null}
    </span>
  );
}
