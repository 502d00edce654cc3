// One channel in a list: as a card of a grid or as a row. The whole card links to the channel, except its Subscribe button.
import { Fragment, memo, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { channelPath } from '../lib/addresses.ts';
import { pictureAddress } from '../lib/picture-address.ts';
import { subscriberText } from '../texts/page-formats.ts';
import { channelTexts } from '../texts/channels.ts';
import { uiTexts } from '../texts/ui.ts';
import { Avatar } from './avatar.tsx';
import { tintOf } from './avatar-tint.ts';
import { SubscribeButton } from './subscribe-button.tsx';
import { Tag } from './tag.tsx';
import styles from './channel-card.module.css';

/** The facts about a channel that a card shows. */
export interface ChannelFacts {
  channelId: string;
  name: string;
  thumbUrl: string | null;
  bannerUrl: string | null;
  subscriberCount: number;
  /** The number of the channel's videos in the archive; null or absent if it is unknown. */
  videoCount?: number | null;
  isSubscribed: boolean;
  isActive: boolean;
  /** Whether a change to the channel has not been sent yet. */
  isWaiting?: boolean;
}

interface ChannelCardProps {
  channel: ChannelFacts;
  variant?: 'grid' | 'row';
  /** For staff; absent for everyone else. Must be a stable callback. */
  onSubscribe?: ((channel: ChannelFacts, isSubscribed: boolean) => void) | undefined;
}

export function ChannelGrid({
  label,
  variant = 'grid',
  isBusy = false,
  children,
}: {
  label: string;
  variant?: 'grid' | 'row' | undefined;
  isBusy?: boolean;
  children: ReactNode;
}) {
  return (
    <ul className={variant === 'row' ? styles['rows'] : styles['grid']} aria-label={label} aria-busy={isBusy}>
      {children}
    </ul>
  );
}

export const ChannelCard = memo(function ChannelCard({ channel, variant = 'grid', onSubscribe }: ChannelCardProps) {
  const subscriberFact = subscriberText(channel.subscriberCount);
  const videoFact = typeof channel.videoCount === 'number' ? channelTexts.videoCount(channel.videoCount) : null;
  const heading = (
    <h2 className={styles['name']}>
      <Link to={channelPath(channel.channelId)} dir="auto">
        {channel.name}
      </Link>
    </h2>
  );
  const subscribeButton = onSubscribe ? (
    <SubscribeButton
      name={channel.name}
      size="small"
      isSubscribed={channel.isSubscribed}
      className={styles['subscribe']}
      onChange={(isSubscribed) => onSubscribe(channel, isSubscribed)}
    />
  ) : null;
  return variant === 'row' ? (
    <article className={styles['row']}>
      <Avatar name={channel.name} id={channel.channelId} src={channel.thumbUrl} size={56} />
      <div className={styles['text']}>
        {heading}
        <p className={styles['facts']}>
          {[subscriberFact, videoFact, channel.isActive ? null : channelTexts.deactivated]
            .filter((fact) => fact !== null)
            .map((fact, index) => (
              <Fragment key={fact}>
                {index === 0 ? null : <i>{' · '}</i>}
                <span>{fact}</span>
              </Fragment>
            ))}
        </p>
        {channel.isWaiting ? (
          <Tag tone="waiting" isSoft>
            {uiTexts.waiting}
          </Tag>
        ) : null}
      </div>
      {subscribeButton}
    </article>
  ) : (
    <article className={styles['card']}>
      <BannerStrip channel={channel} />
      {channel.isWaiting ? (
        <span className={styles['tags']}>
          <Tag tone="waiting">{uiTexts.waiting}</Tag>
        </span>
      ) : null}
      <Avatar name={channel.name} id={channel.channelId} src={channel.thumbUrl} size={68} className={styles['avatar']} />
      {heading}
      {[subscriberFact, videoFact].map((fact) =>
        fact === null ? null : (
          <p key={fact} className={styles['facts']}>
            {fact}
          </p>
        ),
      )}
      {channel.isActive ? null : <p className={styles['facts']}>{channelTexts.deactivated}</p>}
      {subscribeButton}
    </article>
  );
});

/** The banner, or the channel's tint where there is none. */
function BannerStrip({ channel }: { channel: ChannelFacts }) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const bannerUrl = pictureAddress(channel.bannerUrl, 'banner');
  return (
    <span className={styles['banner']} style={{ backgroundColor: tintOf(channel.channelId).background }}>
      {bannerUrl && bannerUrl !== failedSrc ? (
        <img src={bannerUrl} alt="" width={320} height={84} loading="lazy" decoding="async" onError={() => setFailedSrc(bannerUrl)} />
      ) : null}
    </span>
  );
}
