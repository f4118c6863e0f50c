/** The page of a platform. All have the same parts: what it is, what a client needs, why, how, questions. */
import type { Spec } from '#platforms/platforms.ts';
import { AskBand } from './AskBand.tsx';
import { useWords } from './drawing.tsx';
import { Faq } from './Faq.tsx';
import { PageHead } from './PageHead.tsx';
import { words, type PlatformWords } from './platform.words.ts';
import { platformWords } from './platformwords.ts';
import { Prices } from './Prices.tsx';
import { ProductPicture } from './ProductPicture.tsx';
import { Mark } from './SiteMarks.tsx';
import { startOf } from './start.ts';

function Intro({ name, start, said }: { name: string; start: string; said: PlatformWords }) {
  return (
    <section className="hero platform-hero">
      <div className="wrap">
        <div className="hero-words">
          <p className="platform-name">
            <Mark name={name} size={36} />
            {name}
          </p>
          <h1>{said.heading}</h1>
          <p className="lead">{said.lead}</p>
          <p className="actions">
            <a className="button" href={start}>
              {words.start}
            </a>
            <a className="button quiet" href="/contact-us">
              {words.ask}
            </a>
          </p>
          <p className="quiet-text">{useWords(words).priceLine}</p>
        </div>
        <div className="hero-picture">
          <section className="order needs" aria-labelledby="needs">
            <h2 id="needs">{words.needsHeading}</h2>
            <dl>
              {said.needs.map(({ what, why }) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>{why}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </div>
    </section>
  );
}

function Promotion({ promotion }: { promotion: NonNullable<PlatformWords['promotion']> }) {
  return (
    <section className="night" aria-labelledby="promotion">
      <div className="wrap promotion">
        <p className="figure figures">{promotion.figures}</p>
        <div>
          <h2 id="promotion">{promotion.title}</h2>
          <p>{promotion.text}</p>
        </div>
      </div>
    </section>
  );
}

export function PlatformPage({ spec: { name: platform, site } }: { spec: Spec }) {
  const said = useWords(platformWords[platform]);
  const start = startOf(platform);
  return (
    <>
      <PageHead title={said.title} description={said.description} address={site.at[0]} />
      <Intro name={site.name} start={start} said={said} />
      <section className="wrap advantages" aria-labelledby="advantages">
        <h2 id="advantages">{words.advantagesHeading}</h2>
        <ul>
          {said.advantages.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      {said.promotion ? <Promotion promotion={said.promotion} /> : null}
      <section className="wrap steps" aria-labelledby="steps">
        <h2 id="steps">{words.stepsHeading}</h2>
        <ol>
          {said.steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        {said.picture ? <ProductPicture name={said.picture} alt={words.orderPicture(site.name)} /> : null}
        <p>
          <a className="button" href={start}>
            {words.start}
          </a>
        </p>
      </section>
      <Prices />
      <Faq questions={said.questions} />
      <AskBand />
    </>
  );
}
