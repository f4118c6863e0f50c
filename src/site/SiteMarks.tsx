/** The agency's own drawings: the icons of services and chat apps, and each platform's marks of where its ads run. */
import { registry } from '#platforms/platforms.ts';
import { useFacts } from './drawing.tsx';

const own = {
  account: ['M5 9h22v16H5z', 'M5 14h22', 'M10 20h6'],
  panel: ['M5 6h22v20H5z', 'M12 6v20', 'M16 12h7', 'M16 17h7', 'M16 22h4'],
  support: [
    'M6 18v-3a10 10 0 0 1 20 0v3',
    'M6 17h4v7H8a2 2 0 0 1-2-2z',
    'M26 17h-4v7h2a2 2 0 0 0 2-2z',
    'M24 24c0 3-3 4-6 4',
  ],
  Skype: [
    'M16 6.5a9.5 9.5 0 0 1 9.3 11.3A5.5 5.5 0 0 1 17.8 25.3 9.5 9.5 0 0 1 6.7 14.2 5.5 5.5 0 0 1 14.2 6.7 9.5 9.5 0 0 1 16 6.5z',
    'M20 13c-.6-1.3-2-2-4-2-2.3 0-3.8 1-3.8 2.5 0 3.6 8 1.5 8 5.2 0 1.6-1.7 2.6-4.1 2.6-2.2 0-3.7-.8-4.3-2.3',
  ],
  Telegram: ['M27 6L4 15l8 3 3 8 4-5 5.5 4z', 'M12 18l9-7'],
  WhatsApp: [
    'M5.5 26.5l1.6-5.4A10.5 10.5 0 1 1 11 25z',
    'M12.5 12c-.5 4 3.5 8 7.5 7.5v-2.4l-2.6-1-1.2 1c-1.4-.7-2-1.4-2.7-2.7l1-1.3-1-2.4z',
  ],
  mail: ['M4 8h24v17H4z', 'M4.5 9L16 18 27.5 9'],
  phone: ['M8 5h5l2 6-3 2a14 14 0 0 0 7 7l2-3 6 2v5a3 3 0 0 1-3 3C13.5 27 5 18.5 5 8a3 3 0 0 1 3-3z'],
} as const;

const strokes: Readonly<Record<string, readonly string[]>> = Object.assign(
  {},
  own,
  ...registry.map(({ site }) => site.marks),
);

/** By the name of a drawing here, or of a place that a platform knows. */
export function Mark({ name, size = 32 }: { name: string; size?: number }) {
  return (
    <svg className="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      {strokes[name]!.map((each) => (
        <path key={each} d={each} />
      ))}
    </svg>
  );
}

export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <path d={useFacts().brand.logoPath} />
    </svg>
  );
}
