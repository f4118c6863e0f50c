/** The pages of the portal in their frames, for the browser and for the server, which draws their first sight. */
import { createElement, type ComponentType } from 'react';
import { matchPath, useLocation } from 'react-router';
import { ParamsContext } from '#ui/router.tsx';
import { inBrowser } from './routes.ts';
import OpenLayout from './shell/OpenLayout.tsx';
import PortalLayout from './shell/PortalLayout.tsx';

export type Drawn = ComponentType;
export type Drawing = { default: Drawn };

/** A frame draws its page as its children. */
const frames = { open: OpenLayout, portal: PortalLayout };

/** `drawingOf`: what draws a file under `src/`, the same one whenever it is asked. */
type Props = { drawingOf: (file: string) => Drawn };

/** The one page of the address in its frame. The router's own comparing of a hundred addresses would take longer. */
export function Portal({ drawingOf }: Props) {
  const { pathname } = useLocation();
  const { path, file, frame } = pageAt(pathname);
  const params = matchPath(path, decoded(pathname))?.params ?? {};
  return (
    <ParamsContext value={params}>
      {createElement(frames[frame], null, createElement(drawingOf(file), { key: path }))}
    </ParamsContext>
  );
}

/** Each part of an address for itself: what is not written as addresses are stays as it is. */
function decoded(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return pathname;
  }
}

/** As the router compares addresses. */
function plain(address: string): string {
  const bare = address.toLowerCase().replace(/\/+$/, '');
  try {
    return decodeURI(bare);
  } catch {
    return bare;
  }
}

const isFixed = ({ path }: { path: string }) => !/[:*]/.test(path);
const fixed = new Map(inBrowser.filter(isFixed).map((page) => [plain(page.path), page]));
const others = inBrowser.filter((page) => !isFixed(page));

export function pageAt(pathname: string) {
  return fixed.get(plain(pathname)) ?? others.find(({ path }) => matchPath(path, pathname) !== null)!;
}
