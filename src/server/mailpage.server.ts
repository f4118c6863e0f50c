/** The one mail template: a few lines, perhaps a code, perhaps a button; as text and as HTML that any client shows. */
import { escaped } from '#kernel/markup.ts';
import type { Config } from './config.server.ts';

type Link = { label: string; url: string };

export type MailContent = {
  /** Paragraphs, plain text. */
  lines: string[];
  /** A code to type, shown large. */
  code?: string | undefined;
  /** Its address may be one of the portal's own, from the first slash on. */
  button?: Link | undefined;
  /** Names and values of what the mail is about, the most important first. */
  facts?: readonly (readonly [name: string, value: string])[] | undefined;
  /** Further links, below the button. */
  links?: readonly Link[] | undefined;
  /** A link to stop such mails, which needs no sign-in; mail programs offer it too. */
  unsubscribe?: Link | undefined;
  /** Said after the quotation: what happens next. */
  next?: string | undefined;
  /** Somebody else's words, shown as a quotation. */
  quote?: string | undefined;
  /** In the outbox, until the mail is sent: its code and its button, encrypted because they let somebody sign in. */
  sealed?: string | undefined;
};

/** Mail programs begin a line at each of these, where a client's words would leave the quotation. */
const everyBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

export function renderMail(
  subject: string,
  content: MailContent,
  config: Config,
): { text: string; html: string; unsubscribe: string | undefined } {
  const { brand, publicUrl } = config;
  const { facts = [] } = content;
  const widest = Math.max(0, ...facts.map(([name]) => name.length));
  const [button, unsubscribe] = [content.button, content.unsubscribe].map((link) => link && whole(link, publicUrl));
  const links = [...(content.links ?? []).map((link) => whole(link, publicUrl)), ...(unsubscribe ? [unsubscribe] : [])];
  const text = [
    ...content.lines,
    ...(content.quote
      ? [
          content.quote
            .split(everyBreak)
            .map((line) => `> ${line}`)
            .join('\n'),
        ]
      : []),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${`${name}:`.padEnd(widest + 2)}${value}`).join('\n')] : []),
    ...(content.next ? [content.next] : []),
    ...(content.code ? [`    ${content.code}`] : []),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...(links.length > 0 ? [links.map(({ label, url }) => `${label}: ${url}`).join('\n')] : []),
    `-- \n${brand.name}\n${publicUrl}\n${brand.support.email}`,
  ].join('\n\n');
  const paragraphs = content.lines.map((line) => `<p style="margin:0 0 16px">${escaped(line)}</p>`).join('');
  const quote = content.quote
    ? `<blockquote style="margin:0 0 16px;padding:8px 16px;border-left:3px solid ${brand.accent};white-space:pre-wrap">${escaped(content.quote)}</blockquote>`
    : '';
  const code = content.code
    ? `<p style="margin:0 0 16px;font:600 28px/1.2 ui-monospace,monospace;letter-spacing:.2em">${escaped(content.code)}</p>`
    : '';
  const table =
    facts.length > 0
      ? `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${facts
          .map(
            ([name, value]) =>
              `<tr><td style="padding:4px 24px 4px 0;color:#5c564d">${escaped(name)}</td><td style="padding:4px 0;font-weight:600;font-variant-numeric:tabular-nums">${escaped(value)}</td></tr>`,
          )
          .join('')}</table>`
      : '';
  const next = content.next ? `<p style="margin:0 0 16px">${escaped(content.next)}</p>` : '';
  const link = button
    ? `<p style="margin:0 0 16px"><a href="${escaped(button.url)}" style="display:inline-block;padding:12px 20px;background:#1d1b18;color:#fff;text-decoration:none;border-radius:6px">${escaped(button.label)}</a></p>`
    : '';
  const further = links
    .map(({ label, url }) => `<a href="${escaped(url)}" style="color:#1d1b18">${escaped(label)}</a>`)
    .join('<br>');
  const below = further === '' ? '' : `<p style="margin:0 0 16px;font-size:14px">${further}</p>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="margin:0;padding:24px;background:#f7f4ef;color:#1d1b18;font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:8px"><h1 style="margin:0 0 16px;font-size:20px">${escaped(subject)}</h1>${paragraphs}${quote}${table}${next}${code}${link}${below}<p style="margin:24px 0 0;color:#5c564d;font-size:14px">${escaped(brand.name)}<br><a href="${escaped(publicUrl)}" style="color:#5c564d">${escaped(publicUrl)}</a></p></div></body></html>`;
  return { text, html, unsubscribe: unsubscribe?.url };
}

function whole({ label, url }: Link, publicUrl: string): Link {
  return { label, url: url.startsWith('/') ? `${publicUrl}${url}` : url };
}
