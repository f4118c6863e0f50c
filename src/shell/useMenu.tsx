/** The menu of the person at the screen. */
import { useContext } from 'react';
import type { Standing } from '#kernel/access.ts';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { SessionContext } from '#ui/session.tsx';
import { menuFor, menuOf, type Area } from './menu.ts';

export function useMenu(area: Area): ReturnType<typeof menuOf> {
  const { me } = useContext(SessionContext);
  return menuFor(menuOf(area, usePlatforms()), me as Standing | undefined);
}
