import { PageHead } from './PageHead.tsx';
import { words } from './site.words.ts';

export default function NotFoundPage() {
  return (
    <section className="wrap lost">
      <PageHead title={words.notFoundTitle} description={words.notFoundText} address="/404" hidden />
      <p className="figure figures" aria-hidden="true">
        404
      </p>
      <h1>{words.notFoundTitle}</h1>
      <p className="lead">{words.notFoundText}</p>
      <p className="actions">
        <a className="button" href="/">
          {words.notFoundHome}
        </a>
        <a className="button quiet" href="/contact-us">
          {words.notFoundSupport}
        </a>
      </p>
    </section>
  );
}
