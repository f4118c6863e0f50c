/**
 * The portal in the browser: finds the page for the address, draws it, and fetches the code of another as soon as a
 * finger or the pointer comes near its link.
 */
import { Component, lazy, startTransition, StrictMode, useLayoutEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { bring, broughtId, codeId, firstId, forgetBrought, type Answers } from '#kernel/brought.ts';
import { whenIdle } from '#ui/late.tsx';
import { Title } from '#ui/Page.tsx';
import { BrowserRouter } from '#ui/router.tsx';
import { useScrollKept } from '#ui/scroll.tsx';
import { words } from '#ui/ui.words.ts';
import { pageAt, Portal, type Drawing, type Drawn } from './Portal.tsx';

const fetched = new Map<string, Drawn>();
const drawnBy = new Map<string, Drawn>();

const fetchOthers = () => import('./drawings.tsx');

async function fetchCode(file: string, named?: string): Promise<Drawing> {
  const code =
    named === undefined
      ? await (
          await fetchOthers()
        ).drawings[`./${file}`]!()
      : ((await import(/* @vite-ignore */ named)) as Drawing);
  fetched.set(file, code.default);
  return code;
}

/** A new build has other files: the document of the new one knows them. */
async function fetchOrReload(file: string, named?: string): Promise<Drawing> {
  try {
    const drawing = await fetchCode(file, named);
    noteFailed(file, false);
    return drawing;
  } catch (error) {
    if (noteFailed(file, true)) throw error;
    location.reload();
    return new Promise(() => {});
  }
}

/**
 * Notes whether this file came; answers whether it had not come at the try before, either: one that comes at no try
 * would have the page loaded without end. Without storage nobody could tell.
 */
function noteFailed(file: string, failed: boolean): boolean {
  const place = 'page-failed';
  try {
    const before = sessionStorage.getItem(place) === file;
    if (failed) sessionStorage.setItem(place, file);
    else if (before) sessionStorage.removeItem(place);
    return before;
  } catch {
    return true;
  }
}

/** Chosen once: another one for the same file would be a new page to React. What is here already waits for nothing. */
function drawingOf(file: string): Drawn {
  const known = drawnBy.get(file) ?? fetched.get(file) ?? lazy(() => fetchOrReload(file));
  drawnBy.set(file, known);
  return known;
}

/** The server's first sight goes in the moment that the page itself is there, before anything is painted. */
function TakeOver() {
  useLayoutEffect(() => {
    document.getElementById(firstId)?.remove();
    forgetBrought();
  }, []);
  return null;
}

function Here() {
  useScrollKept();
  return <Portal drawingOf={drawingOf} />;
}

/** The last resort, where not even a frame could be drawn. React knows such a boundary only as a class. */
class LastResort extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <main className="last-resort">
        <Title of={words.brokenTitle} />
        <h1>{words.brokenTitle}</h1>
        <p>{words.brokenText}</p>
        <p>
          <a href="/">{words.toStart}</a>
        </p>
      </main>
    );
  }
}

/** Whoever comes near a link probably follows it; a page whose code could not be had now is asked for again then. */
function fetchAhead({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== location.origin) return;
  const { path, file } = pageAt(link.pathname);
  if (path !== '*' && !fetched.has(file)) fetchCode(file).catch(() => {});
}

/** What asked for a file has done its work once that is here; a long session would gather hundreds of such links. */
function forgetLink({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'modulepreload') target.remove();
}

/** In which a finger is answered. */
const pause = () => new Promise((goOn) => setTimeout(goOn));

/** What the server knew when it sent the document is as old as the document. */
function takeBrought(): void {
  const written = document.getElementById(broughtId)?.textContent;
  if (written) bring(JSON.parse(written) as Answers, performance.timeOrigin);
}

/**
 * Some browsers keep a page whole and show it again by Back, as it was left, whoever has signed out since. It is asked
 * for anew, and nothing of it is seen meanwhile.
 */
function askAnew({ persisted }: PageTransitionEvent): void {
  if (!persisted) return;
  document.body.hidden = true;
  location.reload();
}

async function start(): Promise<void> {
  addEventListener('pageshow', askAnew);
  document.head.addEventListener('load', forgetLink, true);
  takeBrought();
  const { file } = pageAt(location.pathname);
  await pause();
  // A document with the page's first sight names its code, with its styles. Where it can't be had, drawing it says so.
  await fetchOrReload(file, document.getElementById(codeId)?.dataset['page']).catch(() => {});
  await pause();
  const root = createRoot(document.getElementById('portal')!);
  // Drawn in small steps, between which a finger is answered.
  startTransition(() =>
    root.render(
      <StrictMode>
        <TakeOver />
        <LastResort>
          <BrowserRouter>
            <Here />
          </BrowserRouter>
        </LastResort>
      </StrictMode>,
    ),
  );
  for (const near of ['pointerover', 'touchstart', 'focusin']) addEventListener(near, fetchAhead, { passive: true });
  // If it fails now, it is fetched with the first link.
  whenIdle(() => void fetchOthers().catch(() => {}));
}

void start();
