import type { Brand } from '#kernel/brand.ts';
import { kindNamed } from '#kinds/kinds.ts';
import { useFacts, useWords } from './drawing.tsx';
import { counters, words as homeWords, written } from './home.words.ts';
import { onlyOn } from './facts.ts';
import { AccountsPicture } from './AccountsPicture.tsx';
import { AskBand } from './AskBand.tsx';
import { Faq } from './Faq.tsx';
import { OrderStory } from './OrderStory.tsx';
import { PageHead, StructuredData } from './PageHead.tsx';
import { Prices } from './Prices.tsx';
import { Mark } from './SiteMarks.tsx';

function agencyOf(brand: Brand) {
  return {
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
  };
}

function Hero() {
  const words = useWords(homeWords);
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
        <div className="stage">
          <AccountsPicture />
          <OrderStory />
        </div>
      </div>
    </section>
  );
}

/** Measured, and only of what was decided often enough; without it the page says nothing. */
function HowFast() {
  const { usual } = useFacts();
  if (usual.length === 0) return null;
  return (
    <div className="fast">
      <h3>{homeWords.usualHeading}</h3>
      <p>{homeWords.usualText}</p>
      <dl>
        {usual.map(({ kind, within }) => (
          <div key={kind}>
            <dt>{kindNamed(kind).words.many.client}</dt>
            <dd>{within}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Numbers() {
  const { aboutText } = useWords(homeWords);
  return (
    <section className="wrap counters" aria-labelledby="about">
      <div className="about">
        <div>
          <h2 id="about">{homeWords.aboutHeading}</h2>
          <p className="lead">{aboutText}</p>
        </div>
        <HowFast />
      </div>
      <h3 className="visually-hidden">{homeWords.countersHeading}</h3>
      <dl className="figures">
        <div>
          <dt>{homeWords.yearsLabel}</dt>
          <dd>{homeWords.years}</dd>
        </div>
        {counters.map((counter) => (
          <div key={counter.label}>
            <dt>
              {counter.label} {counter.unit === 10_000 ? <small>{homeWords.countersNote}</small> : null}
            </dt>
            <dd data-count={[counter.final, counter.step, counter.unit, counter.before, counter.after].join('|')}>
              {written(counter)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Platforms() {
  const places = onlyOn(useFacts()).flatMap(({ site }) =>
    Object.keys(site.marks).map((name) => ({ name, href: site.at[0] })),
  );
  return (
    <section className="wrap places" aria-labelledby="places">
      <h2 id="places">{homeWords.platformsHeading}</h2>
      <ul>
        {places.map(({ name, href }) => (
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
  const words = useWords(homeWords);
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

function Safe() {
  return (
    <section className="wrap safe" aria-labelledby="safe">
      <h2 id="safe">{homeWords.safeHeading}</h2>
      <p>
        <a href="/security">{homeWords.safeLink}</a>
      </p>
      <ul className="proofs">
        {homeWords.proofs.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function HomePage() {
  const words = useWords(homeWords);
  return (
    <>
      <PageHead title={words.title} description={words.description} address="/" />
      <StructuredData data={agencyOf(useFacts().brand)} />
      <Hero />
      <Platforms />
      <Prices />
      <Services />
      <Safe />
      <Numbers />
      <Faq questions={words.questions} />
      <AskBand />
    </>
  );
}
