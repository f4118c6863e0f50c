import { expect, test } from 'vitest';
import { cssColour, escaped, inScript, linkTo, mailTo, unescaped } from './markup.ts';

test('text in a document stays text, and comes back as it was', () => {
  const text = `</p><!--"'&amp;\u202e`;
  expect(escaped(text)).toBe('&lt;/p&gt;&lt;!--&quot;&#x27;&amp;amp;\u202e');
  expect(unescaped(escaped(text))).toBe(text);
});

test('data in a script can neither end it nor open a comment in it', () => {
  const data = { name: '</script><!--<script>\u2028\u2029' };
  expect(inScript(data)).not.toMatch(/[<\u2028\u2029]/);
  expect(JSON.parse(inScript(data))).toEqual(data);
});

test('a style sheet takes a colour and nothing else', () => {
  expect(cssColour('#Ffa274')).toBe('#Ffa274');
  for (const hostile of ['red;} body{display:none', '</style>', 'url(//elsewhere.example)', '#fff', ''])
    expect(cssColour(hostile)).toBe('initial');
});

test('a link leads to the web, a mail, a phone or a messenger', () => {
  for (const address of ['https://t.me/north', 'tg://resolve', 'skype:north?chat', 'mailto:a@b.example'])
    expect(linkTo(address)).toBe(address);
  for (const hostile of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//elsewhere.example'])
    expect(linkTo(hostile)).toBe('#');
});

test('a mail goes to the address and takes no other heading from it', () => {
  expect(mailTo('desk@north.example')).toBe('mailto:desk@north.example');
  expect(mailTo('a?bcc=b@c.example', 'Chat & more')).toBe('mailto:a%3Fbcc%3Db@c.example?subject=Chat%20%26%20more');
});
