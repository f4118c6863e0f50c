/** The pages of the portal in their frames, for the browser and for the server, which draws their first sight. */
import { createElement, type ComponentType } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router';
import { inBrowser } from './routes.ts';

export type Drawing = { default: ComponentType };

export const frames = { open: 'shell/OpenLayout.tsx', portal: 'shell/PortalLayout.tsx' } as const;

/** `drawingOf`: what draws a file under `src/`, the same one whenever it is asked. */
type Props = { drawingOf: (file: string) => ComponentType };

function Drawn({ file, drawingOf }: Props & { file: string }) {
  return createElement(drawingOf(file));
}

/** The router is told of the one page alone: to compare a hundred addresses took longer than to draw some pages. */
export function Portal({ drawingOf }: Props) {
  const { path, file, frame } = pageAt(useLocation().pathname);
  return (
    <Routes>
      <Route element={<Drawn file={frames[frame]} drawingOf={drawingOf} />}>
        <Route path={path} element={<Drawn key={path} file={file} drawingOf={drawingOf} />} />
      </Route>
    </Routes>
  );
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
