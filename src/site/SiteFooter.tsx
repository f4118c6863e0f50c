import { mailTo } from '#kernel/markup.ts';
import { chatsOf } from './chats.ts';
import { useFacts, useWords } from './drawing.tsx';
import { policies, useBusiness } from './SiteHeader.tsx';
import { Logo, Mark } from './SiteMarks.tsx';
import { words } from './site.words.ts';

function Column({ title, links }: { title: string; links: readonly { href: string; label: string }[] }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {links.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const quick = [
  { href: '/', label: words.home },
  { href: '/contact-us', label: words.contact },
  { href: '/security', label: words.security },
  { href: '/login', label: words.login },
  { href: '/register', label: words.register },
];

export function SiteFooter() {
  const { brand } = useFacts();
  const { rates, trademarks, behind } = useWords(words);
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="foot-brand">
          <p className="brand">
            <Logo />
            {brand.name}
          </p>
          {rates.map((each) => (
            <p key={each}>{each}</p>
          ))}
        </div>
        <Column title={words.quickLinks} links={quick} />
        <Column title={words.business} links={useBusiness()} />
        <Column title={words.policies} links={policies} />
        <div>
          <h2>{words.talk}</h2>
          <ul>
            <li>
              <a href={mailTo(brand.support.email)}>{brand.support.email}</a>
            </li>
            <li>
              {words.hours} {brand.support.hours}
            </li>
          </ul>
          <ul className="chats">
            {chatsOf(brand).map(({ name, href, label }) => (
              <li key={name}>
                <a href={href} aria-label={label} title={label}>
                  <Mark name={name} size={24} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <p className="wrap small-print">
        {behind} {trademarks}
      </p>
    </footer>
  );
}
