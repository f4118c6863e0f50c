import { useMemo } from 'react';
import { encode } from 'uqr';
import { words } from './ui.words.ts';
import css from './QrCode.module.css';

type Props = { text: string; label: string; size?: number };

/** A QR code of exactly this text. Dark on white in both themes, four white modules around it, as cameras want it. */
export function QrCode({ text, label, size = 220 }: Props) {
  const { path, side } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: 4 });
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: squares.join(''), side: modules };
  }, [text]);
  return (
    <svg
      className={css['qr']}
      role="img"
      aria-label={words.qrLabel(label)}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#14120f" />
    </svg>
  );
}
