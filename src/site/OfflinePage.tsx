import { PageHead } from './PageHead.tsx';
import { words } from './site.words.ts';

export default function OfflinePage() {
  return (
    <section className="wrap lost">
      <PageHead title={words.offlineTitle} description={words.offlineText} address="/offline" hidden />
      <h1>{words.offlineTitle}</h1>
      <p className="lead">{words.offlineText}</p>
      <p className="actions">
        {/* An empty address is the one that could not be reached. */}
        <a className="button" href="">
          {words.offlineRetry}
        </a>
      </p>
    </section>
  );
}
