/** One page for each platform, all of one make: what it is, what to have at hand, why, how, questions. */
import { AskBand } from './AskBand.tsx';
import { useWords } from './drawing.tsx';
import { Faq } from './Faq.tsx';
import { PageHead } from './PageHead.tsx';
import { words, type Platform } from './platform.words.ts';
import { Prices } from './Prices.tsx';
import { ProductPicture } from './ProductPicture.tsx';
import { Mark } from './SiteMarks.tsx';

function Intro({ platform }: { platform: Platform }) {
  return (
    <section className="hero platform-hero">
      <div className="wrap">
        <div className="hero-words">
          <p className="platform-name">
            <Mark name={platform.name} size={36} />
            {platform.name}
          </p>
          <h1>{platform.heading}</h1>
          <p className="lead">{platform.lead}</p>
          <p className="actions">
            <a className="button" href={platform.start}>
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
              {platform.needs.map(({ what, why }) => (
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

function Promotion({ promotion }: { promotion: NonNullable<Platform['promotion']> }) {
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

export function PlatformPage(page: { platform: Platform }) {
  const platform = useWords(page.platform);
  return (
    <>
      <PageHead title={platform.title} description={platform.description} address={platform.address} />
      <Intro platform={platform} />
      <section className="wrap advantages" aria-labelledby="advantages">
        <h2 id="advantages">{words.advantagesHeading}</h2>
        <ul>
          {platform.advantages.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      {platform.promotion ? <Promotion promotion={platform.promotion} /> : null}
      <section className="wrap steps" aria-labelledby="steps">
        <h2 id="steps">{words.stepsHeading}</h2>
        <ol>
          {platform.steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <ProductPicture name={platform.picture} alt={words.orderPicture(platform.name)} />
        <p>
          <a className="button" href={platform.start}>
            {words.start}
          </a>
        </p>
      </section>
      <Prices />
      <Faq questions={platform.questions} />
      <AskBand />
    </>
  );
}
