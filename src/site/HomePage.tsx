import { brand } from '#kernel/brand.ts';
import { counters, words } from './home.words.ts';
import { Faq } from './Faq.tsx';
import { OrderPicture } from './OrderPicture.tsx';
import { PageHead, StructuredData } from './PageHead.tsx';
import { ProductPicture } from './ProductPicture.tsx';
import { Mark } from './SiteMarks.tsx';

const places = [
  ['Google', '/google-ads'],
  ['YouTube', '/google-ads'],
  ['Bing', '/bing-ads'],
  ['Meta', '/meta-ads'],
  ['Facebook', '/meta-ads'],
  ['Instagram', '/meta-ads'],
] as const;

const agency = {
  '@type': 'Organization',
  name: brand.name,
  legalName: brand.legalName,
  url: `${brand.origin}/`,
  logo: `${brand.origin}/apple-touch-icon.png`,
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    email: brand.support.email,
    telephone: brand.support.phone,
  },
} as const;

function written({ final, unit, before, after }: (typeof counters)[number]): string {
  return `${before}${(final / unit).toLocaleString('en-US')}${after}`;
}

function Hero() {
  return (
    <section className="hero">
      <div className="wrap">
        <div className="hero-words">
          <h1>{words.heading}</h1>
          <p className="lead">{words.lead}</p>
          <p className="actions">
            <a className="button" href="/register">
              {words.start}
            </a>
            <a className="button quiet" href="/contact-us">
              {words.ask}
            </a>
          </p>
          <p className="quiet-text">{words.free}</p>
        </div>
        <div className="hero-picture">
          <OrderPicture />
        </div>
      </div>
    </section>
  );
}

function Counters() {
  return (
    <section className="wrap counters" aria-labelledby="counters">
      <h2 id="counters" className="visually-hidden">
        {words.countersHeading}
      </h2>
      <dl className="figures">
        {counters.map((counter) => (
          <div key={counter.label}>
            <dt>
              {counter.label} {counter.unit === 10_000 ? <small>{words.countersNote}</small> : null}
            </dt>
            <dd data-count={[counter.final, counter.step, counter.unit, counter.before, counter.after].join('|')}>{written(counter)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function About() {
  return (
    <section className="wrap split about" aria-labelledby="about">
      <div>
        <h2 id="about">{words.aboutHeading}</h2>
        <p className="lead">{words.aboutText}</p>
      </div>
      <dl className="heroes figures">
        <div>
          <dt>{words.yearsLabel}</dt>
          <dd>{words.years}</dd>
        </div>
        <div>
          <dt>{words.happyLabel}</dt>
          <dd>{words.happy}</dd>
        </div>
      </dl>
    </section>
  );
}

function Platforms() {
  return (
    <section className="wrap places" aria-labelledby="places">
      <h2 id="places">{words.platformsHeading}</h2>
      <ul>
        {places.map(([name, href]) => (
          <li key={name}>
            <a href={href}>
              <Mark name={name} size={36} />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Services() {
  return (
    <section className="wrap services" aria-labelledby="services">
      <h2 id="services">{words.servicesHeading}</h2>
      <ul>
        {words.services.map(({ title, description, icon }) => (
          <li key={title}>
            <Mark name={icon} size={36} />
            <h3>{title}</h3>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Prices() {
  return (
    <section className="night" aria-labelledby="prices">
      <div className="wrap prices">
        <h2 id="prices">{words.pricesHeading}</h2>
        <dl className="figures">
          <div>
            <dt>{words.feeLabel}</dt>
            <dd className="figure">{words.feeFigure}</dd>
            <dd className="sum">{words.feeSum}</dd>
            <dd>{words.feeText}</dd>
          </div>
          <div>
            <dt>{words.rateLabel}</dt>
            <dd className="figure">{words.rateFigure}</dd>
            <dd className="sum">{words.rateSum}</dd>
            <dd>{words.rateText}</dd>
          </div>
        </dl>
        <div className="prices-foot">
          <p className="prices-wallet">{words.walletText}</p>
          <a className="button" href="/register">
            {words.start}
          </a>
        </div>
      </div>
    </section>
  );
}

function Panel() {
  return (
    <section className="wrap split panel-section" aria-labelledby="panel">
      <div>
        <h2 id="panel">{words.panelHeading}</h2>
        <p className="lead">{words.panelText}</p>
      </div>
      <ProductPicture name="statement" alt={words.panelPicture} />
    </section>
  );
}

export default function HomePage() {
  return (
    <>
      <PageHead title={words.title} description={words.description} address="/" />
      <StructuredData data={agency} />
      <Hero />
      <Platforms />
      <About />
      <Services />
      <Prices />
      <Panel />
      <Counters />
      <Faq questions={words.questions} />
      <section className="warm" aria-labelledby="ask">
        <div className="wrap">
          <h2 id="ask">{words.contactHeading}</h2>
          <p className="lead">{words.contactText}</p>
          <p>
            <a className="button ink" href="/contact-us">
              {words.contactAction}
            </a>
          </p>
        </div>
      </section>
    </>
  );
}
