import { expect, test } from 'vitest';
import { gmailMeant } from './gmail.ts';

test('an address that is one slip away from a Gmail is asked about, with its own name kept', () => {
  for (const typed of ['gmial.com', 'gmal.com', 'gmaill.com', 'gmail.con', 'gmail.co', 'gmailcom', 'Gnail.com'])
    expect([typed, gmailMeant(` Chiara.R+ads@${typed} `)]).toEqual([typed, 'Chiara.R+ads@gmail.com']);
  for (const typed of ['googelmail.com', 'googlemail.co', 'goglemail.com'])
    expect([typed, gmailMeant(`chiara@${typed}`)]).toEqual([typed, 'chiara@googlemail.com']);
});

test('nobody is asked about a Gmail, another provider, a company or what is no address', () => {
  const domains = ['gmail.com', 'GMAIL.com', 'googlemail.com', 'mail.com', 'ymail.com', 'email.com', 'gmx.com'];
  for (const domain of [...domains, 'gmail.company.example', 'gmia.com', 'amail.org', ''])
    expect([domain, gmailMeant(`chiara@${domain}`)]).toEqual([domain, undefined]);
  for (const typed of ['', 'chiara', '@gmial.com', 'a@b@gmial.com']) expect(gmailMeant(typed)).toBeUndefined();
});
