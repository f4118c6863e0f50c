/** The proof of a top-up: small in a list, whole in a window or beside the row. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import styles from './Proof.module.css';
import { words } from './topups.words.ts';

type Shown = { applyId: string; image: string | null };

/** A thumbnail that opens the whole picture. */
export function ProofThumb({ of: { applyId, image } }: { of: Shown }) {
  const [opened, setOpened] = useState(false);
  if (image === null) return <span className={styles['none']}>{words.noProof}</span>;
  return (
    <>
      <button
        type="button"
        className={styles['thumb']}
        aria-label={words.seeProof(applyId)}
        onClick={() => setOpened(true)}
      >
        <img src={`${image}&small=true`} alt="" loading="lazy" width={44} height={44} />
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={words.proofOf(applyId)} size="xl">
        <ProofImage of={{ applyId, image }} />
      </Dialog>
    </>
  );
}

/** The whole picture, fitted or in full size. */
export function ProofImage({ of: { applyId, image } }: { of: Shown }) {
  const [zoomed, setZoomed] = useState(false);
  const [failed, setFailed] = useState(false);
  if (image === null) return <p className={styles['none']}>{words.noProof}</p>;
  if (failed) return <p role="alert">{words.proofFailed}</p>;
  return (
    <div>
      <div className={styles['tools']}>
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon name={zoomed ? 'minus' : 'search'} size={16} />}
          aria-pressed={zoomed}
          onClick={() => setZoomed(!zoomed)}
        >
          {zoomed ? words.zoomOut : words.zoomIn}
        </Button>
      </div>
      {/* A large picture scrolls inside; arrow keys have to reach it. */}
      <div
        className={styles['frame']}
        data-zoomed={zoomed || undefined}
        data-fitted={!zoomed || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={words.proofOf(applyId)}
      >
        <img src={image} alt={words.proofOf(applyId)} onError={() => setFailed(true)} />
      </div>
    </div>
  );
}

/** Fetches a proof before it is looked at. */
export function preloadProof(image: string | null | undefined): void {
  if (image) new Image().src = image;
}
