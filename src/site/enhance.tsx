/**
 * The one script of the public pages. Every page reads, navigates and sends its forms without it; it adds what only a
 * script can: menus that close by Escape, stepping counters, the price dials, and forms that answer in place.
 */
import { enhanceForm } from './enhance-form.tsx';

const root = document.documentElement;
const all = <E extends Element>(selector: string, within: ParentNode = document) => [...within.querySelectorAll<E>(selector)];

root.classList.add('js');
closeMenus();
turnDials();
stepCounters();
for (const form of all<HTMLFormElement>('form[data-form]')) enhanceForm(form);
// Once the page is there and the browser idle: from then on a lost connection shows the offline page.
addEventListener('load', () => setTimeout(() => void navigator.serviceWorker?.register('/offline-worker.js').catch(() => undefined), 3000));

function closeMenus() {
  const menus = all<HTMLDetailsElement>('details[data-drop]');
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of menus.filter((each) => each.open)) {
      if (menu.contains(document.activeElement)) menu.querySelector('summary')!.focus();
      menu.open = false;
    }
  });
  addEventListener('pointerdown', ({ target }) => {
    for (const menu of menus) if (!menu.contains(target as Node)) menu.open = false;
  });
}

/** Cents throughout, as the portal itself computes: half up. */
function turnDials() {
  const deposits = [0, 15, 30, 50, 100, 200, 500];
  const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  for (const order of all<HTMLElement>('[data-order]')) {
    let accounts = 2;
    let at = deposits.indexOf(100);
    const show = (name: string, text: string) => {
      order.querySelector(`[data-show="${name}"]`)!.textContent = text;
    };
    order.addEventListener('click', ({ target }) => {
      const turn = (target as Element).closest<HTMLElement>('[data-turn]')?.dataset['turn']?.split(' ');
      if (!turn) return;
      if (turn[0] === 'accounts') accounts = Math.min(10, Math.max(1, accounts + Number(turn[1])));
      else at = Math.min(deposits.length - 1, Math.max(0, at + Number(turn[1])));
      const deposit = accounts * deposits[at]! * 100;
      const fee = Math.floor((deposit * 15 + 50) / 100);
      show('accounts', String(accounts));
      show('each', `$${deposits[at]}`);
      show('deposits', dollars(deposit));
      show('topUp', dollars(fee));
      show('total', dollars(3000 + deposit + fee));
    });
  }
}

/** The final figures stand in the page; where motion is welcome they step up to it as they come into view. */
function stepCounters() {
  const counters = all<HTMLElement>('[data-count]');
  if (counters.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      step(target as HTMLElement);
    }
  });
  for (const each of counters) seen.observe(each);
}

function step(counter: HTMLElement) {
  const [final, by, unit, before, after] = counter.dataset['count']!.split('|') as [string, string, string, string, string];
  // The width stays that of the final figure, so that nothing beside it moves.
  counter.style.minWidth = `${counter.offsetWidth}px`;
  let value = 0;
  const timer = setInterval(() => {
    value = Math.min(value + Number(by), Number(final));
    counter.textContent = `${before}${(value / Number(unit)).toLocaleString('en-US')}${after}`;
    if (value >= Number(final)) clearInterval(timer);
  }, 150);
}
