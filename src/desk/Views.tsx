/** Views of the table: what one has kept under a name, and the pages that show one kind each. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { pagesOfRequests } from '#shell/menu.ts';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { useChange } from '#ui/call.tsx';
import { Chip, Chips } from '#ui/Chip.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Flyout } from '#ui/Flyout.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Link } from '#ui/router.tsx';
import { toast } from '#ui/toast.tsx';
import { getRequestViews, removeRequestView, saveRequestView } from './requests.api.ts';
import { words } from './requests.words.ts';
import css from './requests.module.css';

type View = { name: string; asked: string };

const kept = { again: [getRequestViews], failed: words.failedToSave };

/** The address of the page without what belongs to this moment. */
function askedIn(search: string): string {
  const asked = new URLSearchParams(search);
  for (const name of ['page', 'after', 'open']) asked.delete(name);
  return asked.toString();
}

export function Views({ views }: { views: readonly View[] }) {
  const { search } = useLocation();
  const asked = askedIn(search);
  // The window is no part of the flyout, which closes once the focus has left it.
  const [leaving, setLeaving] = useState<string>();
  const remove = useChange(removeRequestView, {
    ...kept,
    done: () => {
      setLeaving(undefined);
      toast.done(words.removed, 3_000);
    },
  });
  return (
    <div className={css['views']}>
      <ConfirmDialog
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={words.removeView(leaving ?? '')}
        confirm={words.remove}
        danger
        busy={remove.busy}
        refused={remove.refusal?.message}
        onConfirm={() => remove.send({ body: { name: leaving ?? '' } })}
      >
        <p>{words.removeText}</p>
      </ConfirmDialog>
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
        {(close) => <Choice {...{ views, asked, close }} onRemove={setLeaving} />}
      </Flyout>
    </div>
  );
}

type ChoiceProps = { views: readonly View[]; asked: string; close: () => void; onRemove: (name: string) => void };

function Choice({ views, asked, close, onRemove }: ChoiceProps) {
  const [name, setName] = useState('');
  const save = useChange(saveRequestView, {
    ...kept,
    done: () => {
      toast.done(words.saved, 3_000);
      close();
    },
  });
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
              className={css['remove']}
              aria-label={words.removeView(view.name)}
              onClick={() => {
                close();
                onRemove(view.name);
              }}
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
