import { useState } from 'react';
import { announce } from './Announce.tsx';
import { IconButton } from './IconButton.tsx';
import { Link } from './router.tsx';
import { toast } from './toast.tsx';
import { words } from './ui.words.ts';
import css from './CopyId.module.css';

/** Copies a text and says so; answers whether it worked. */
export async function copyText(text: string, label: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce(words.copied(label));
    return true;
  } catch {
    toast.failed(words.copyFailed);
    return false;
  }
}

type Props = {
  value: string | null | undefined;
  /** What it is, for the button's name: "Apply ID". */
  label?: string;
  /** Shows the first and last six characters only; the whole is copied. */
  short?: boolean;
  /** The page of what it names. */
  to?: string;
};

/** An id or hash that is copied with one click. */
export function CopyId({ value, label = words.theValue, short = false, to }: Props) {
  const [copied, setCopied] = useState(false);
  if (value === null || value === undefined || value === '') return <span>{words.unknown}</span>;
  const shown = short && value.length > 15 ? `${value.slice(0, 6)}…${value.slice(-6)}` : value;
  const copy = async () => {
    if (!(await copyText(value, label))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <span className={css['copyid']}>
      <span className={`figures ${css['text']}`} data-id translate="no" title={short ? value : undefined}>
        {to === undefined ? shown : <Link to={to}>{shown}</Link>}
      </span>
      <IconButton
        className={css['button']}
        sign={copied ? 'check' : 'copy'}
        aria-label={`${words.copy(label)} ${value}`}
        onClick={(event) => {
          event.stopPropagation();
          void copy();
        }}
      />
    </span>
  );
}
