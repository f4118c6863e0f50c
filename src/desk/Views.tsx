/** Views of the table: what one has kept under a name, and the pages that show one kind each. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { pagesOfRequests } from '#shell/menu.ts';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { useChange } from '#ui/call.tsx';
import { Chip, Chips } from '#ui/Chip.tsx';
import { Flyout } from '#ui/Flyout.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Link } from '#ui/router.tsx';
import { toast } from '#ui/toast.tsx';
import { getRequestViews, removeRequestView, saveRequestView } from './requests.api.ts';
import { words } from './requests.words.ts';
import css from './requests.module.css';

type View = { name: string; asked: string };

/** The address of the page without what belongs to this moment. */
function askedIn(search: string): string {
  const asked = new URLSearchParams(search);
  for (const name of ['page', 'after', 'open']) asked.delete(name);
  return asked.toString();
}

export function Views({ views }: { views: readonly View[] }) {
  const { search } = useLocation();
  const asked = askedIn(search);
  return (
    <div className={css['views']}>
      {views.length === 0 ? null : (
        <Chips label={words.ownViews}>
          {views.map((view) => (
            <Link
              key={view.name}
              to={`/admin/requests?${view.asked}`}
              className={css['view']}
              aria-current={view.asked === asked ? 'true' : undefined}
            >
              {view.name}
            </Link>
          ))}
        </Chips>
      )}
      <Flyout
        label={words.views}
        className={css['flyout']}
        button={(props) => (
          <Chip {...props}>
            {words.views}
            <Icon name="down" size={13} />
          </Chip>
        )}
      >
        {(close) => <Choice {...{ views, asked, close }} />}
      </Flyout>
    </div>
  );
}

function Choice({ views, asked, close }: { views: readonly View[]; asked: string; close: () => void }) {
  const [name, setName] = useState('');
  const shared = { again: [getRequestViews], failed: words.failedToSave };
  const save = useChange(saveRequestView, {
    ...shared,
    done: () => {
      toast.done(words.saved, 3_000);
      close();
    },
  });
  const remove = useChange(removeRequestView, { ...shared, done: () => toast.done(words.removed, 3_000) });
  const platforms = usePlatforms();
  return (
    <>
      <form
        className={css['save']}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save.send({ body: { name: name.trim(), asked } });
        }}
      >
        <TextInput
          label={words.viewName}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={save.busy} disabled={name.trim() === ''}>
          {words.save}
        </Button>
      </form>
      <p className={css['flyouthead']}>{words.ownViews}</p>
      {views.length === 0 ? <p className={css['quiet']}>{words.noViews}</p> : null}
      <ul className={css['choices']}>
        {views.map((view) => (
          <li key={view.name}>
            <Link to={`/admin/requests?${view.asked}`} onClick={close}>
              {view.name}
            </Link>
            <IconButton
              aria-label={words.removeView(view.name)}
              onClick={() => remove.send({ body: { name: view.name } })}
            >
              <Icon name="close" size={15} />
            </IconButton>
          </li>
        ))}
      </ul>
      <p className={css['flyouthead']}>{words.pages}</p>
      <ul className={css['choices']}>
        {pagesOfRequests(platforms).map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
