import { Link } from 'react-router-dom';
import { channelPath } from '../../lib/addresses.ts';
import { useChannel } from '../../queries/channels.ts';
import { useSession } from '../../queries/session.ts';
import type { VideoPageView } from '../../queries/views.ts';
import { subscriberText } from '../../texts/page-formats.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { SubscribeButton } from '../../ui/subscribe-button.tsx';
import { useSubscribeChannel } from '../../features/subscriptions/use-subscribe-channel.ts';
import styles from './channel-box.module.css';

export function ChannelBox({ video }: { video: VideoPageView }) {
  const { isStaff } = useSession();
  const subscriberCount = video.details?.channelSubscriberCount ?? 0;
  return (
    <div className={styles['box']}>
      <Link className={styles['channel']} to={channelPath(video.channelId)}>
        <Avatar name={video.channelName} id={video.channelId} src={video.channelThumbUrl} size={44} />
        <span className={styles['text']}>
          <b dir="auto">{video.channelName}</b>
          <small>{subscriberText(subscriberCount)}</small>
        </span>
      </Link>
      {/* Drawn only with the details, so that the channel is requested after the video. */}
      {isStaff && video.details ? <Subscription channelId={video.channelId} name={video.channelName} isSubscribed={video.details.channelIsSubscribed} /> : null}
    </div>
  );
}

/** The subscribe button, for staff (SPEC §6). `isSubscribed`: the video's value, used until the channel itself has loaded. */
function Subscription({ channelId, name, isSubscribed }: { channelId: string; name: string; isSubscribed: boolean }) {
  const subscribe = useSubscribeChannel();
  const channel = useChannel(channelId);
  return (
    <SubscribeButton
      name={name}
      isSubscribed={channel.state === 'ready' ? channel.data.isSubscribed : isSubscribed}
      onChange={(shouldSubscribe) => subscribe({ channelId, name }, shouldSubscribe)}
    />
  );
}
