import { mailTo } from '#kernel/markup.ts';
import { chatsOf } from './chats.ts';
import { useFacts } from './drawing.tsx';
import { contact as words } from './forms.words.ts';
import { utcOf } from './hours.ts';
import { PageHead } from './PageHead.tsx';
import { Mark } from './SiteMarks.tsx';

export default function ContactPage() {
  const { brand } = useFacts();
  const { email, phone, hours } = brand.support;
  const utc = utcOf(hours);
  return (
    <div className="wrap contact">
      <PageHead title={words.title} description={words.description} address="/contact-us" />
      <header>
        <h1>{words.heading}</h1>
        <p className="lead">{words.lead}</p>
      </header>
      <ul className="ways">
        <li>
          <Mark name="mail" size={36} />
          <h2>{words.email}</h2>
          <a className="way" href={mailTo(email)}>
            {email}
          </a>
          <p>{words.emailNote}</p>
        </li>
        <li>
          <Mark name="phone" size={36} />
          <h2>{words.phone}</h2>
          <a className="way" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
            {phone}
          </a>
          <p>
            {words.hours} {hours}
          </p>
          {utc ? <p className="here" data-hours={utc.join(' ')} data-says={words.hoursHere} /> : null}
        </li>
      </ul>
      <section className="split" aria-labelledby="chat">
        <div>
          <h2 id="chat">{words.chat}</h2>
          <p>{words.chatNote}</p>
        </div>
        <ul className="chat-list">
          {chatsOf(brand).map(({ name, href, direct }) => (
            <li key={name}>
              <a href={href}>
                <Mark name={name} size={28} />
                <span>{name}</span>
                {direct ? null : <small>{words.askForIt}</small>}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="split ruled" aria-labelledby="before">
        <h2 id="before">{words.before}</h2>
        <ul className="plain-list">
          {words.tips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
