// `/channel/{id}/about/`: the channel's description, tags and facts and, for staff, its settings and actions (SPEC §2 "Channel shell").
import { useSession } from '../../queries/session.ts';
import { channelAboutTexts as texts } from '../../texts/channel-about.ts';
import { count } from '../../texts/formats.ts';
import { subscriberCount, calendarDay } from '../../texts/page-formats.ts';
import { ListIcon } from '../../ui/list-icon.tsx';
import { CollapsibleText } from '../../features/rich-text/collapsible-text.tsx';
import { originalOfChannel } from '../../features/page/original-address.ts';
import { ChannelManage } from './channel-about-manage.tsx';
import { ChannelOverwrites } from './channel-about-overwrites.tsx';
import type { Channel } from './shown-channel.ts';
import { useShownChannel } from './shown-channel.ts';
import styles from './channel-about.module.css';

export function ChannelAboutTab() {
  const { channel } = useShownChannel();
  const { isStaff } = useSession();
  return (
    <div className={styles['about']}>
      <div>
        {channel.description === null ? (
          <p className={styles['none']}>{texts.noDescription}</p>
        ) : (
          <CollapsibleText key={channel.description} text={channel.description} label={texts.description} />
        )}
        {channel.tags.length === 0 ? null : (
          <ul className={styles['tags']} aria-label={texts.tags}>
            {channel.tags.map((tag) => (
              <li key={tag} dir="auto">
                {`#${tag}`}
              </li>
            ))}
          </ul>
        )}
        <Facts channel={channel} />
      </div>
      {isStaff ? (
        <div className={styles['cards']}>
          <ChannelOverwrites channel={channel} />
          <ChannelManage channel={channel} />
        </div>
      ) : null}
    </div>
  );
}

function Facts({ channel }: { channel: Channel }) {
  const refreshedDay = calendarDay(channel.lastRefreshedAt);
  const facts: [string, string][] = [];
  // 0 means that the number is unknown, as for a channel that the archive made from a folder of videos.
  if (channel.subscriberCount > 0) facts.push([texts.subscribers, subscriberCount(channel.subscriberCount)]);
  if (channel.viewCount) facts.push([texts.views, count(channel.viewCount)]);
  if (refreshedDay !== '') facts.push([texts.lastRefreshed, refreshedDay]);
  facts.push([texts.state, channel.isActive ? texts.active : texts.deactivated]);
  facts.push([texts.subscription, channel.isSubscribed ? texts.subscribed : texts.notSubscribed]);
  const originalAddress = channel.isActive ? originalOfChannel(channel.channelId, channel.sourceUrl) : null;
  return (
    <section className={styles['card']}>
      <h2>{texts.facts}</h2>
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {originalAddress === null ? null : (
        <a className={styles['original']} href={originalAddress} target="_blank" rel="noopener noreferrer">
          {texts.original}
          <ListIcon name="external" size={15} />
        </a>
      )}
    </section>
  );
}
