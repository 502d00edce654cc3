import { useEffect, useRef, useState } from 'react';
import { systemClock } from '../lib/clock.ts';
import { createAnnouncer, type Announcer } from './announcements.ts';
import styles from './visually-hidden.module.css';

/** Announces `message` politely whenever it changes. The first message is not announced, because it is read with the page. */
export function LiveRegion({ message }: { message: string }) {
  const [spokenMessage, setSpokenMessage] = useState('');
  const announcer = useRef<Announcer | null>(null);
  const lastMessage = useRef(message);
  useEffect(() => {
    announcer.current = createAnnouncer(systemClock, setSpokenMessage);
    return () => announcer.current?.stop();
  }, []);
  useEffect(() => {
    if (message !== lastMessage.current) announcer.current?.say(message);
    lastMessage.current = message;
  }, [message]);
  return (
    <div role="status" className={styles['hidden']}>
      {spokenMessage}
    </div>
  );
}
