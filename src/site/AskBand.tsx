/** The end of a page: how to contact the agency. */
import { words } from './home.words.ts';

export function AskBand() {
  return (
    <section className="ask" aria-labelledby="ask">
      <div className="wrap">
        <h2 id="ask">{words.contactHeading}</h2>
        <p className="lead">{words.contactText}</p>
        <p>
          <a className="button" href="/contact-us">
            {words.contactAction}
          </a>
        </p>
      </div>
    </section>
  );
}
