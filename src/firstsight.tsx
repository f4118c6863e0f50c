/**
 * A page's first sight, drawn by the server with the answers that the page asks for, so that a phone shows it before
 * any script has come. Nobody can press anything in it; `entry.client.tsx` draws the same page over it.
 */
import { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { brand, type Brand } from '#kernel/brand.ts';
import { bring, forgetBrought, type Answers } from '#kernel/brought.ts';
import { CallsContext } from '#ui/cache.tsx';
import { drawForPhone } from '#ui/screen.tsx';
import { Portal, type Drawing } from './Portal.tsx';

const files = import.meta.glob<Drawing>(['./*/*Page.tsx', '!./site/**'], { eager: true });

type Sight = { readonly html: string; readonly title: string | undefined; readonly asked: readonly string[] };
type Whose = { readonly brand: Brand; readonly url: string; readonly phone: boolean };

/**
 * Draws without a pause: what it holds of one person is gone before another's page is begun. `asked` are the addresses
 * of the calls whose answers it would have needed beside those it was given.
 */
export function drawSight({ brand: whose, url, phone }: Whose, answers: Answers): Sight {
  const calls = new QueryClient();
  Object.assign(brand, whose);
  drawForPhone(phone);
  bring(answers, Date.now());
  try {
    const drawn = renderToString(
      <CallsContext value={calls}>
        <StaticRouter location={url}>
          <Portal drawingOf={(file) => files[`./${file}`]!.default} />
        </StaticRouter>
      </CallsContext>,
    );
    const asked = calls
      .getQueryCache()
      .getAll()
      .filter(({ state, options }) => state.data === undefined && (options as { enabled?: unknown }).enabled !== false)
      .flatMap(({ meta }) => (typeof meta?.['address'] === 'string' ? [meta['address']] : []));
    const title = /<title>([^<]*)<\/title>/.exec(drawn)?.[1];
    // What is typed into a field before the portal is there would be lost.
    const html = drawn
      .replaceAll(/<title>[^<]*<\/title>/g, '')
      .replaceAll(/<(input|textarea)(?=[ >])(?![^>]*(readonly|type="(radio|checkbox|file|hidden)"))/gi, '<$1 readonly');
    return { html, title, asked: [...new Set(asked)] };
  } finally {
    forgetBrought();
    calls.clear();
  }
}
