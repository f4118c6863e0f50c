/** The client's latest notices. */
import { ActionIcon, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { getNotices } from '#notices/notices.api.ts';
import { useSeen } from '#notices/useSeen.tsx';
import { useCall } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Flyout } from '#ui/Flyout.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/router.tsx';
import { Badge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { toast } from '#ui/toast.tsx';
import { words } from './shell.words.ts';
import css from './NoticesBell.module.css';

type Notices = OutputOf<typeof getNotices>['notices'];

/** Whether it says what became of a request: only such a notice leads to the very request. */
function isDecision({ applyId, link }: Notices[number]): boolean {
  return applyId !== null && link.includes(`q=${applyId}`);
}

/** Shows a new notice at once as a toast, on whatever page the client is; the bell keeps it. */
function useToastedNotices(notices: Notices | undefined): void {
  const newest = useRef<string>(undefined);
  useEffect(() => {
    if (notices === undefined) return;
    const before = newest.current;
    newest.current = notices[0]?._id ?? '';
    if (before === undefined) return;
    const known = notices.findIndex(({ _id }) => _id === before);
    const fresh = notices
      .slice(0, known < 0 ? notices.length : known)
      .filter(({ topic, seen }) => topic !== 'message' && topic !== 'security' && !seen);
    const say = fresh.every(isDecision) ? words.decided : words.newNotices;
    if (fresh.length === 1) toast.info(fresh[0]!.text, fresh[0]!.link);
    else if (fresh.length > 1) toast.info(say(fresh.length), '/dashboard/notices');
  }, [notices]);
}

export function NoticesBell() {
  const notices = useCall(getNotices, { query: { limit: 20 } }, { on: ['notice'] });
  const { seeOne, seeAll, busy, readOnly } = useSeen();
  const unseen = notices.data?.unseen ?? 0;
  useToastedNotices(notices.data?.notices);
  return (
    <Flyout
      wide
      className={css['notices']}
      label={words.notices}
      button={(props) => (
        <ActionIcon
          variant="subtle"
          className={css['bell']}
          aria-label={unseen > 0 ? words.noticesNew(unseen) : words.notices}
          {...props}
        >
          <Icon name="bell" size={20} />
          {unseen > 0 ? <span className={`${css['count']} figures`}>{unseen > 99 ? '99+' : unseen}</span> : null}
        </ActionIcon>
      )}
    >
      {(close) => (
        <>
          <header className={css['head']}>
            <h2>{words.notices}</h2>
            {unseen > 0 ? (
              <Button size="compact-sm" variant="subtle" loading={busy} disabled={readOnly} onClick={seeAll}>
                {words.seeAll}
              </Button>
            ) : null}
          </header>
          <DataState
            call={notices}
            failed={words.noticesFailed}
            empty={{ when: (data) => data.notices.length === 0, text: words.noNotices }}
          >
            {(data) => (
              <ul>
                {data.notices.map((notice) => (
                  <li key={notice._id} data-new={notice.seen ? undefined : true}>
                    <NoticeText
                      text={notice.text}
                      link={notice.link}
                      onGo={() => {
                        if (!notice.seen) seeOne(notice._id);
                        close();
                      }}
                    />
                    <Time at={notice.at} age />
                    {notice.seen ? null : <Badge tone="wait">{words.isNew}</Badge>}
                  </li>
                ))}
              </ul>
            )}
          </DataState>
          <Link to="/dashboard/notices" className={css['all']} onClick={close}>
            {words.allNotices}
          </Link>
        </>
      )}
    </Flyout>
  );
}

function NoticeText({ text, link, onGo }: { text: string; link: string; onGo: () => void }) {
  if (!link.startsWith('/')) return <p>{text}</p>;
  return (
    <Link to={link} onClick={onGo}>
      {text}
    </Link>
  );
}
