// The list of the policies of this device, where the user can change and end them.
import { Link } from 'react-router-dom';
import { channelPath, playlistPath } from '../../lib/addresses.ts';
import { useSavePlans, type SavePolicy } from '../../queries/saved.ts';
import { useSourceName } from '../../queries/trips.ts';
import { policyTexts } from '../../texts/trips.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { PolicyButton } from './policy-button.tsx';
import styles from './policy-list.module.css';

/** Renders nothing if there are no policies. */
export function PolicyList() {
  const policies = useSavePlans()?.policies ?? [];
  if (policies.length === 0) return null;
  return (
    <section aria-label={policyTexts.heading} className={styles['section']}>
      <h2>{policyTexts.heading}</h2>
      <p className={styles['help']}>{policyTexts.help}</p>
      <ul className={styles['list']}>
        {policies
          .toSorted((one, other) => one.addedAtMs - other.addedAtMs)
          .map((policy) => (
            <PolicyRow key={policy.policyId} policy={policy} />
          ))}
      </ul>
    </section>
  );
}

const icons: Record<SavePolicy['source']['kind'], IconName> = {
  continue: 'play',
  channel: 'channels',
  playlist: 'playlists',
};

function PolicyRow({ policy: { source } }: { policy: SavePolicy }) {
  const sourceName = useSourceName(source);
  const name = source.kind === 'continue' ? policyTexts.continue : (sourceName ?? source.id);
  const path = source.kind === 'channel' ? channelPath(source.id) : source.kind === 'playlist' ? playlistPath(source.id) : '/';
  return (
    <li>
      <Icon name={icons[source.kind]} size={20} />
      <Link to={path} dir="auto">
        {name}
      </Link>
      <PolicyButton source={source} name={name} size="small" />
    </li>
  );
}
