/**
 * The one script of the public pages. Every page reads, navigates and sends its forms without it; it adds what only a
 * script can: menus that close by Escape, stepping counters, the sum of an order, hours on the visitor's clock, and
 * forms that answer in place.
 */
import { costOf, type Choice, type Cost } from './cost.ts';
import { enhanceForm } from './enhance-form.tsx';

const root = document.documentElement;
const all = <E extends Element>(selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<E>(selector),
];

root.classList.add('js');
closeMenus();
computeOrders();
stepCounters();
tellHours();
for (const form of all<HTMLFormElement>('form[data-form]')) enhanceForm(form);
// Registered when the page has loaded and the browser is idle; from then on a lost connection shows the offline page.
addEventListener('load', () =>
  setTimeout(() => void navigator.serviceWorker?.register('/offline-worker.js').catch(() => undefined), 3000),
);

function closeMenus() {
  const menus = all<HTMLDetailsElement>('details[data-drop]');
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of menus.filter((each) => each.open)) {
      if (menu.contains(document.activeElement)) menu.querySelector('summary')!.focus();
      menu.open = false;
    }
  });
  // A menu closes when the pointer or the focus goes elsewhere, because it would cover the content there.
  for (const leaving of ['pointerdown', 'focusin'])
    addEventListener(leaving, ({ target }) => {
      for (const menu of menus) if (!menu.contains(target as Node)) menu.open = false;
    });
}

/** Updates the sum when the choice changes, computed with the portal's own functions. */
function computeOrders() {
  for (const order of all<HTMLFormElement>('form[data-order]')) {
    const [openingFeeCents = 0n, topupBasisPoints = 0n] = order.dataset['order']!.split(' ').map(BigInt);
    const show = () => {
      const choice = Object.fromEntries(new FormData(order)) as Choice;
      const cost = costOf({ openingFeeCents, topupBasisPoints }, choice)!;
      for (const place of all<HTMLElement>('[data-show]', order))
        place.textContent = cost[place.dataset['show'] as keyof Cost];
    };
    order.addEventListener('input', show);
    order.addEventListener('submit', (event) => event.preventDefault());
    // A browser that comes back to a page may have kept what was chosen.
    show();
  }
}

/** When support is at work, on the visitor's own clock as it is set today. */
function tellHours() {
  for (const place of all<HTMLElement>('[data-hours]')) {
    const times = place.dataset['hours']!.split(' ').map((minutes) => {
      const at = new Date(new Date().setUTCHours(0, Number(minutes), 0, 0));
      return at.toLocaleTimeString('en-GB', { hour: 'numeric', minute: '2-digit' });
    });
    place.textContent = `${times.join('–')} ${place.dataset['says']}`;
  }
}

/**
 * The page holds the final figures. Unless the visitor asked for less motion, they count up when they become visible.
 */
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
  const [final, by, unit, before, after] = counter.dataset['count']!.split('|') as [
    string,
    string,
    string,
    string,
    string,
  ];
  // The width stays that of the final figure, so that nothing beside it moves.
  counter.style.minWidth = `${counter.offsetWidth}px`;
  let value = 0;
  const timer = setInterval(() => {
    value = Math.min(value + Number(by), Number(final));
    counter.textContent = `${before}${(value / Number(unit)).toLocaleString('en-US')}${after}`;
    if (value >= Number(final)) clearInterval(timer);
  }, 150);
}
