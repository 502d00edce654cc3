import { useState } from 'react';
import { useSavedLink } from '../../queries/saved.ts';
import { channelTexts } from '../../texts/channels.ts';
import { subscriberText, calendarDay } from '../../texts/page-formats.ts';
import { uiTexts } from '../../texts/ui.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { SubscribeButton } from '../../ui/subscribe-button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { tintOf } from '../../ui/avatar-tint.ts';
import { LazyPolicyButton } from '../../features/saved/lazy-policy-button.tsx';
import { useSubscribeChannel } from '../../features/subscriptions/use-subscribe-channel.ts';
import type { Channel } from './shown-channel.ts';
import styles from './channel-screen.module.css';

/** Banner, picture, name and facts. Staff subscribe here, and everyone can set a policy that saves the channel's videos. */
export function ChannelHead({ channel, isStaff }: { channel: Channel; isStaff: boolean }) {
  const subscribe = useSubscribeChannel();
  const isNarrow = useIsNarrow();
  const canSave = useSavedLink() !== null;
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const { bannerUrl } = channel;
  const refreshedDay = calendarDay(channel.lastRefreshedAt);
  const facts = [
    subscriberText(channel.subscriberCount),
    refreshedDay === '' ? null : channelTexts.lastRefreshed(refreshedDay),
    channel.isActive ? null : channelTexts.deactivated,
  ].filter((fact) => fact !== null);
  return (
    <section className={styles['head']} data-under-bar>
      <div className={styles['banner']} style={{ backgroundColor: tintOf(channel.channelId).background }}>
        {bannerUrl && bannerUrl !== failedSrc ? (
          <img src={bannerUrl} alt="" width={1060} height={236} decoding="async" onError={() => setFailedSrc(bannerUrl)} />
        ) : null}
      </div>
      <div className={styles['identity']}>
        <Avatar name={channel.name} id={channel.channelId} src={channel.thumbUrl} size={isNarrow ? 72 : 84} className={styles['avatar']} />
        <div className={styles['name']}>
          <h1 dir="auto">{channel.name}</h1>
          <p>
            {facts.map((fact, index) => (
              <span key={fact}>
                {fact}
                {index < facts.length - 1 ? <i>{' · '}</i> : null}
              </span>
            ))}
          </p>
        </div>
        {isStaff || channel.isWaiting || canSave ? (
          <div className={styles['head-actions']}>
            {channel.isWaiting ? (
              <Tag tone="waiting" isSoft>
                {uiTexts.waiting}
              </Tag>
            ) : null}
            {isStaff ? (
              <SubscribeButton name={channel.name} isSubscribed={channel.isSubscribed} onChange={(isSubscribed) => subscribe(channel, isSubscribed)} />
            ) : null}
            <LazyPolicyButton source={{ kind: 'channel', id: channel.channelId }} name={channel.name} />
          </div>
        ) : null}
      </div>
    </section>
  );
}
