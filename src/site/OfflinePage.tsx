import { PageHead } from './PageHead.tsx';
import { words } from './site.words.ts';

export default function OfflinePage() {
  return (
    <section className="wrap lost">
      <PageHead title={words.offlineTitle} description={words.offlineText} address="/offline" hidden />
      <h1>{words.offlineTitle}</h1>
      <p className="lead">{words.offlineText}</p>
      {/* A form without an action asks for the address again that could not be reached. */}
      <form>
        <button className="button" type="submit">
          {words.offlineRetry}
        </button>
      </form>
    </section>
  );
}
