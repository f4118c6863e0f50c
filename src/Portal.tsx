/** The pages of the portal in their frames, for the browser and for the server, which draws their first sight. */
import { createElement, type ComponentType } from 'react';
import { matchPath, Route, Routes } from 'react-router';
import { inBrowser } from './routes.ts';

export type Drawing = { default: ComponentType };

export const frames = { open: 'shell/OpenLayout.tsx', portal: 'shell/PortalLayout.tsx' } as const;

/** `drawingOf`: what draws a file under `src/`, the same one whenever it is asked. */
type Props = { drawingOf: (file: string) => ComponentType };

function Drawn({ file, drawingOf }: Props & { file: string }) {
  return createElement(drawingOf(file));
}

export function Portal({ drawingOf }: Props) {
  return (
    <Routes>
      {Object.entries(frames).map(([name, file]) => (
        <Route key={name} element={<Drawn {...{ file, drawingOf }} />}>
          {inBrowser
            .filter(({ frame }) => frame === name)
            .map(({ path, file: own }) => (
              <Route key={path} path={path} element={<Drawn key={path} file={own} drawingOf={drawingOf} />} />
            ))}
        </Route>
      ))}
    </Routes>
  );
}

export function pageAt(pathname: string) {
  return inBrowser.find(({ path }) => matchPath(path, pathname) !== null)!;
}
