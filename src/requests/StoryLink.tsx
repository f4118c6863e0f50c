import { Button } from '@mantine/core';
import { Link } from '#ui/router.tsx';
import { words } from './requests.words.ts';

/** A link to the page that tells an admin everything about one request. */
export function StoryLink({ applyId }: { applyId: string }) {
  return (
    <Button component={Link} to={`/admin/requests/${applyId}`} variant="default">
      {words.wholeStory}
    </Button>
  );
}
