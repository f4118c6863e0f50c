/** What the client was told lately. Opening it is seeing it. */
import { ActionIcon } from '@mantine/core';
import { Link } from 'react-router';
import { getNotices, seeNotices } from '#notices/notices.api.ts';
import { useCall, useChange } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Flyout } from '#ui/Flyout.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { Time } from '#ui/Time.tsx';
import { words } from './shell.words.ts';

export function NoticesBell() {
  const notices = useCall(getNotices, { query: { limit: 20 } }, { on: ['notice'] });
  const readOnly = useReadOnly();
  const see = useChange(seeNotices, { toast: false, again: [getNotices] });
  const unseen = notices.data?.unseen ?? 0;
  return (
    <Flyout
      className="notices"
      label={words.notices}
      // Those just read stay marked until the list is left.
      onClose={() => unseen > 0 && !readOnly && see.send()}
      button={(props) => (
        <ActionIcon variant="subtle" className="bell" aria-label={unseen > 0 ? words.noticesNew(unseen) : words.notices} {...props}>
          <Icon name="bell" size={20} />
          {unseen > 0 ? <span className="bell-count figures">{unseen > 99 ? '99+' : unseen}</span> : null}
        </ActionIcon>
      )}
    >
      {(close) => (
        <>
          <h2>{words.notices}</h2>
          <DataState
            call={notices}
            failed={words.noticesFailed}
            empty={{ when: (data) => data.notices.length === 0, text: words.noNotices }}
          >
            {(data) => (
              <ul>
                {data.notices.map((notice) => (
                  <li key={notice._id} data-new={notice.seen ? undefined : true}>
                    <NoticeText text={notice.text} link={notice.link} onGo={close} />
                    <Time at={notice.at} age />
                  </li>
                ))}
              </ul>
            )}
          </DataState>
          <Link to="/dashboard/notices" className="notices-all" onClick={close}>
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
