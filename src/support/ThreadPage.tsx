/** One thread at an address of its own, for both sides: where notices, mails and chats lead. */
import { Button } from '@mantine/core';
import { useCall } from '#ui/call.tsx';
import { Page } from '#ui/Page.tsx';
import { Link, useParams } from '#ui/router.tsx';
import { getThread } from './support.api.ts';
import { isOfAccount, namedAs } from './support.ts';
import { ThreadSection } from './ThreadSection.tsx';
import { words } from './support.words.ts';

export default function ThreadPage() {
  const { subject = '' } = useParams();
  const { data } = useCall(getThread, { query: namedAs(subject) }, { on: ['notice'] });
  return (
    <Page
      title={titleOf(subject, data?.thread.name)}
      back={{ to: '/messages', label: words.back }}
      actions={
        data?.thread.page ? (
          <Button component={Link} to={data.thread.page} variant="default">
            {data.thread.about === 'request' ? words.toRequest : words.toAccount}
          </Button>
        ) : null
      }
    >
      <ThreadSection key={subject} subject={subject} />
    </Page>
  );
}

/** An account's own id says nothing to anybody, also while its name is on the way. */
function titleOf(subject: string, name: string | undefined): string {
  return name === undefined && isOfAccount(subject) ? words.threadOfAccount : words.threadOf(name ?? subject);
}
