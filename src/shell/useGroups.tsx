/** Which groups of a menu are open; each person's choice is remembered in this browser. */
import { useContext, useState } from 'react';
import { SessionContext } from '#ui/session.tsx';

/** By the title of a group. Groups that nobody has touched are as the menu has them. */
type Choice = Readonly<Record<string, boolean>>;

function remembered(key: string): Choice {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Choice;
  } catch {
    return {};
  }
}

export function useGroups(): {
  isOpen: (title: string) => boolean | undefined;
  keep: (title: string, open: boolean) => void;
} {
  const { me } = useContext(SessionContext);
  const key = `menu:${me?._id ?? ''}`;
  const [choice, setChoice] = useState<{ key: string; of: Choice }>({ key: '', of: {} });
  const now = choice.key === key ? choice.of : remembered(key);
  const keep = (title: string, open: boolean) => {
    const of = { ...now, [title]: open };
    setChoice({ key, of });
    try {
      localStorage.setItem(key, JSON.stringify(of));
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  return { isOpen: (title) => now[title], keep };
}
