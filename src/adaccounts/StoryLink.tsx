import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { words } from './adaccounts.words.ts';

/** To the page that tells an admin everything about one request. */
export function StoryLink({ applyId }: { applyId: string }) {
  return (
    <Button component={Link} to={`/admin/requests/${applyId}`} variant="default">
      {words.details.story}
    </Button>
  );
}
