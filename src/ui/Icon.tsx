/** Twenty-odd strokes instead of an icon package. Decoration only: the words beside an icon carry the meaning. */
const paths = {
  bell: 'M5 8a5 5 0 0 1 10 0c0 4 1.5 5 1.5 5h-13S5 12 5 8M8.2 16a2 2 0 0 0 3.6 0',
  menu: 'M3 6h14M3 10h14M3 14h14',
  panel: 'M3 4.5h14v11H3zM8 4.5v11',
  close: 'M5 5l10 10M15 5L5 15',
  user: 'M10 10a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4M3.8 16.8c.8-3 3.2-4.6 6.2-4.6s5.4 1.6 6.2 4.6',
  sun: 'M10 6.7a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6M10 2v1.8M10 16.2V18M2 10h1.8M16.2 10H18M4.3 4.3l1.3 1.3M14.4 14.4l1.3 1.3M4.3 15.7l1.3-1.3M14.4 5.6l1.3-1.3',
  moon: 'M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5',
  screen: 'M3 4h14v9.5H3zM7 17h6M10 13.5V17',
  copy: 'M7 7h9v9.5H7zM13 7V3.5H4V13h3',
  check: 'M4 10.5l4 4 8-9',
  cross: 'M6 6l8 8M14 6l-8 8',
  clock: 'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4M10 6v4.3l2.8 1.7',
  undo: 'M4 8h8.5a4 4 0 0 1 0 8H8M4 8l3.5-3.5M4 8l3.5 3.5',
  minus: 'M5 10h10',
  plus: 'M10 4v12M4 10h12',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M13 13l4 4',
  down: 'M5 7.5l5 5 5-5',
  up: 'M5 12.5l5-5 5 5',
  left: 'M12.5 5l-5 5 5 5',
  right: 'M7.5 5l5 5-5 5',
  sort: 'M7 8l3-3.5L13 8M7 12l3 3.5 3-3.5',
  columns: 'M3 4h14v12H3zM8 4v12M12.5 4v12',
  download: 'M10 3v9M6 8.5l4 4 4-4M3.5 16.5h13',
  upload: 'M10 13V4M6 7.5l4-4 4 4M3.5 16.5h13',
  camera: 'M3 6.5h3l1.5-2h5l1.5 2h3v9.5H3zM10 8.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4',
  picture: 'M3 4h14v12H3zM3 13l4-4 4 4 2.5-2.5L17 14M13 7.5h.010',
  warning: 'M10 3l7.5 13h-15zM10 8v3.8M10 14h.010',
  info: 'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4M10 9.2V14M10 6.4h.010',
  external: 'M8 4H4v12h12v-4M11 4h5v5M16 4l-7 7',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.800 10h7.4l.800-10',
  edit: 'M4 16l.800-3.5L13.5 3.8l2.7 2.7L7.5 15.2z',
  wallet: 'M3 6.5h13a1 1 0 0 1 1 1V15a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM3 6.5L13.5 4v2.5M13.5 11.3h.010',
  logout: 'M12 4H4v12h8M9 10h8M14 7l3 3-3 3',
  settings: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4',
  eye: 'M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10M10 7.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4',
  share:
    'M13 7l-5.5 2.8M13 13.5l-5.5-2.8M15 7.3a2 2 0 1 0 0-4 2 2 0 0 0 0 4M15 16.7a2 2 0 1 0 0-4 2 2 0 0 0 0 4M5.5 12.2a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  link: 'M8 12l4-4M9 6l1.8-1.8a3.4 3.4 0 0 1 4.9 4.9L14 11M11 14l-1.8 1.8a3.4 3.4 0 0 1-4.9-4.9L6 9',
  key: 'M12.5 3.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8M9.5 10.5L3.5 16.5M5.5 14.5l2 2',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
