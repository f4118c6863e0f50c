/** Which groups of a menu are open; each person's choice is remembered in this browser. */
import { useContext, useState } from 'react';
import { choicesOf, keepChoice, type Choices } from '#ui/choices.tsx';
import { SessionContext } from '#ui/session.tsx';

export function useGroups(): {
  isOpen: (title: string) => boolean | undefined;
  keep: (title: string, open: boolean) => void;
} {
  const { me } = useContext(SessionContext);
  const key = `menu:${me?._id ?? ''}`;
  /** By the title of a group. Groups that nobody has touched are as the menu has them. */
  const [choice, setChoice] = useState<{ key: string; of: Choices }>({ key: '', of: {} });
  const now = choice.key === key ? choice.of : choicesOf(key);
  const keep = (title: string, open: boolean) => {
    const of = { ...now, [title]: open };
    setChoice({ key, of });
    keepChoice(key, JSON.stringify(of));
  };
  return { isOpen: (title) => now[title], keep };
}
