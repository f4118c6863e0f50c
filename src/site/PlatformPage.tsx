/** The page of a platform. All have the same parts: what it is, what a client needs, why, how, questions. */
import { depositField } from '#platforms/order.ts';
import { namesOf, type Spec } from '#platforms/platforms.ts';
import { asksOf } from './asks.ts';
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

function Needs({ spec, said }: { spec: Spec; said: PlatformWords }) {
  const { deposit } = useWords(words);
  return (
    <section className="order needs" aria-labelledby="needs">
      <h2 id="needs">{words.needsHeading}</h2>
      <dl>
        {asksOf(spec).map(({ name, label, mayBeEmpty }) => (
          <div key={name}>
            <dt>
              {label} {mayBeEmpty ? <small>{words.mayBeEmpty}</small> : null}
            </dt>
            <dd>{name === depositField.name ? deposit : said.needs[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the registry and the settings know of an account there. */
function Glance({ spec: { site, wire, order }, said }: { spec: Spec; said: PlatformWords }) {
  const { glance } = useWords(words);
  const facts = [
    [glance.account, said.account],
    [glance.places, namesOf(Object.keys(site.marks), 'and')],
    [glance.adsId, wire.adsId],
    [glance.opening, glance.openingText],
    [glance.first, order.form === 'rows' ? glance.firstOfRows : glance.firstOfLicense],
    [glance.later, glance.laterText],
  ] as const;
  return (
    <section className="wrap glance" aria-labelledby="glance">
      <h2 id="glance">{words.glanceHeading(site.name)}</h2>
      <dl>
        {facts.map(([what, fact]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Intro({ spec, start, said }: { spec: Spec; start: string; said: PlatformWords }) {
  const { name } = spec.site;
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
          <Needs spec={spec} said={said} />
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

export function PlatformPage({ spec }: { spec: Spec }) {
  const { name: platform, site } = spec;
  const said = useWords(platformWords[platform]);
  const start = startOf(platform);
  return (
    <>
      <PageHead title={said.title} description={said.description} address={site.at[0]} />
      <Intro spec={spec} start={start} said={said} />
      <Glance spec={spec} said={said} />
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
