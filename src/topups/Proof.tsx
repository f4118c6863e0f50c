/** The proof of a top-up: small in a list, whole in a window or beside the row. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Chip, Chips } from '#ui/Chip.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import styles from './Proof.module.css';
import { words } from './topups.words.ts';

type Shown = { applyId: string; image: string | null };

/** Another top-up that was sent with the same picture, or with the same file. */
type Twin = { applyId: string; username: string; state: string; createdAt: Date };

/** A thumbnail that opens the whole picture, beside the earlier one where it was seen before. */
export function ProofThumb({
  of: { applyId, image, duplicates = [] },
}: {
  of: Shown & { duplicates?: readonly Twin[] };
}) {
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
        <Proofs of={{ applyId, image, duplicates }} />
      </Dialog>
    </>
  );
}

/** The picture; where it was seen before, the other one beside it, so that nobody decides from memory. */
export function Proofs({ of }: { of: Shown & { duplicates: readonly Twin[] } }) {
  const [chosen, setChosen] = useState(0);
  const twin = of.duplicates[chosen];
  if (of.image === null || !twin) return <ProofImage of={of} />;
  const other = { applyId: twin.applyId, image: `/kimi/proof?applyId=${twin.applyId}` };
  return (
    <>
      <div className={styles['pair']}>
        <figure>
          <figcaption>{words.thisProof}</figcaption>
          <ProofImage of={of} />
        </figure>
        <figure>
          <figcaption>
            {words.otherProof(twin.applyId, twin.username)} <StateBadge state={twin.state} />{' '}
            <Time at={twin.createdAt} onlyDay />
          </figcaption>
          <ProofImage key={twin.applyId} of={other} />
        </figure>
      </div>
      {of.duplicates.length > 1 ? (
        <Chips label={words.otherProofs}>
          {of.duplicates.map(({ applyId }, place) => (
            <Chip key={applyId} aria-pressed={place === chosen} onClick={() => setChosen(place)}>
              {applyId}
            </Chip>
          ))}
        </Chips>
      ) : null}
    </>
  );
}

/** The whole picture, fitted or in full size. */
function ProofImage({ of: { applyId, image } }: { of: Shown }) {
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
