/**
 * Says over every page that the portal can't be reached, and offers to try again. Typed text stays where it is, and so
 * does everything else: it lies over what is beside it in the bar, where little works meanwhile.
 */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { connection, onConnection, setConnection } from './connection.ts';
import { words } from './ui.words.ts';
import css from './ConnectionBanner.module.css';

const sentences = { offline: words.offline, away: words.away, broken: words.broken } as const;

export function ConnectionBanner() {
  const client = useQueryClient();
  const state = useSyncExternalStore(onConnection, connection, () => 'fine' as const);
  useEffect(() => {
    const off = () => setConnection('offline');
    const on = () => {
      setConnection('fine');
      void client.refetchQueries({ type: 'active' });
    };
    window.addEventListener('offline', off);
    window.addEventListener('online', on);
    return () => {
      window.removeEventListener('offline', off);
      window.removeEventListener('online', on);
    };
  }, [client]);
  if (state === 'fine') return null;
  return (
    <div className={css['banner']} role="alert">
      <span>{sentences[state]}</span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void client.refetchQueries({ type: 'active' }).then(() => undefined)}
      >
        {words.retry}
      </Button>
    </div>
  );
}
