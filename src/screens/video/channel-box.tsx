import { Link } from 'react-router-dom';
import type { VideoPageView } from '../../queries/views.ts';
import { subscriberCount } from '../../texts/formats.ts';
import { uiTexts } from '../../texts/ui.ts';
import { Avatar } from '../../ui/avatar.tsx';
import styles from './channel-box.module.css';

export function ChannelBox({ video }: { video: VideoPageView }) {
  const subscribers = video.details?.channelSubscriberCount ?? 0;
  return (
    <Link className={styles['box']} to={`/channel/${encodeURIComponent(video.channelId)}`}>
      <Avatar name={video.channelName} id={video.channelId} src={video.channelThumbUrl} size={44} />
      <span className={styles['words']}>
        <b dir="auto">{video.channelName}</b>
        {subscribers > 0 ? <small>{uiTexts.subscribers(subscriberCount(subscribers), subscribers)}</small> : null}
      </span>
    </Link>
  );
}
