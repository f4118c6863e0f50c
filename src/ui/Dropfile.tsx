/**
 * A picture by drag, paste, camera or choice. What the server would refuse is said before anything is sent: the browser
 * decodes the picture as the server will.
 */
import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { looksLikePicture, mostPixels } from '#kernel/media.ts';
import { grouped } from '#kernel/money.ts';
import { announce } from './Announce.tsx';
import { Icon } from './Icon.tsx';
import { words } from './dropfile.words.ts';
import css from './Dropfile.module.css';

const kinds = ['image/jpeg', 'image/png', 'image/webp'];
const largest = 10 * 1024 * 1024;

/** The sentence that says why this file can't be sent, or undefined. */
export function problemOf(file: { type: string; size: number }): string | undefined {
  if (!kinds.includes(file.type)) return words.fileWrongKind;
  if (file.size > largest) return words.fileTooLarge;
  return file.size === 0 ? words.fileEmpty : undefined;
}

/** As `problemOf`, of what is in the file: a text that is called .png is no picture. */
async function problemInside(file: File): Promise<string | undefined> {
  const first = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  if (!looksLikePicture(first)) return words.fileNoPicture;
  const picture = new Image();
  const address = URL.createObjectURL(file);
  try {
    picture.src = address;
    await picture.decode();
    return picture.naturalWidth * picture.naturalHeight > mostPixels ? words.fileTooManyPixels : undefined;
  } catch {
    return words.fileNoPicture;
  } finally {
    URL.revokeObjectURL(address);
  }
}

type Props = {
  id?: string;
  name?: string;
  label: string;
  hint?: string;
  value: File | null | '';
  onChange: (file: File | null) => void;
  error?: string | undefined;
  /** 0 to 100 while it is on its way. */
  progress?: number;
};

function usePreview(file: File | null): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) {
      setAddress(undefined);
      return undefined;
    }
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

/** Pictures pasted anywhere on the page, as long as this field is on it. */
function usePastedPicture(take: (file: File) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find((each) => each.type.startsWith('image/'));
      if (!file) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}

/** Takes a file, looks at it, and gives it back if it is no picture that can be sent. */
function usePicture(onChange: (file: File | null) => void) {
  const [problem, setProblem] = useState<string>();
  const newest = useRef<File>(undefined);
  const refuse = (why: string) => {
    setProblem(why);
    onChange(null);
  };
  const look = async (next: File | undefined) => {
    if (!next) return;
    newest.current = next;
    const why = problemOf(next);
    if (why !== undefined) return refuse(why);
    // It is there at once, so that whoever sends at once sends it along; the server looks at it again.
    setProblem(undefined);
    onChange(next);
    const inside = await problemInside(next);
    if (newest.current !== next) return;
    if (inside === undefined) announce(words.fileAdded(next.name));
    else refuse(inside);
  };
  const drop = () => {
    newest.current = undefined;
    onChange(null);
  };
  return { problem, take: (file: File | undefined) => void look(file), drop };
}

export function Dropfile({ id, name, label, hint = words.fileKinds, value, onChange, error, progress }: Props) {
  const own = useId();
  const fieldId = id ?? own;
  const input = useRef<HTMLInputElement>(null);
  const file = value === '' ? null : value;
  const preview = usePreview(file);
  const { problem, take, drop } = usePicture(onChange);
  usePastedPicture(take);
  const said = problem ?? error;
  return (
    <div className={css['field']}>
      <label htmlFor={fieldId} className="mantine-InputWrapper-label">
        {label}
      </label>
      <DropZone onFile={take} bad={said !== undefined}>
        {(over) =>
          file && preview ? (
            <Chosen
              file={file}
              nameId={`${fieldId}-hint`}
              preview={preview}
              progress={progress}
              onRemove={() => {
                drop();
                // The button for it is gone; the field itself stays, and is what one goes on at.
                input.current?.focus();
              }}
            />
          ) : (
            <Offer
              over={over}
              hint={hint}
              hintId={`${fieldId}-hint`}
              onChoose={() => input.current?.click()}
              onFile={take}
            />
          )
        }
      </DropZone>
      {/* The real field stays in the page, so that labels, the summary's links and keyboards reach it. */}
      <input
        ref={input}
        id={fieldId}
        name={name}
        type="file"
        accept={kinds.join(',')}
        className={`visually-hidden ${css['input']}`}
        aria-invalid={said ? true : undefined}
        aria-describedby={`${fieldId}-hint${said ? ` ${fieldId}-error` : ''}`}
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {said ? (
        <p className="mantine-InputWrapper-error" id={`${fieldId}-error`} role="alert">
          {said}
        </p>
      ) : null}
    </div>
  );
}

type ZoneProps = { onFile: (file: File | undefined) => void; bad: boolean; children: (over: boolean) => ReactNode };

function DropZone({ onFile, bad, children }: ZoneProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <div
      className={css['zone']}
      data-over={over || undefined}
      data-error={bad || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children(over)}
    </div>
  );
}

type OfferProps = {
  over: boolean;
  hint: string;
  hintId: string;
  onChoose: () => void;
  onFile: (file: File | undefined) => void;
};

function Offer({ over, hint, hintId, onChoose, onFile }: OfferProps) {
  const camera = useRef<HTMLInputElement>(null);
  return (
    <>
      <Icon name="picture" size={26} />
      <p>{over ? words.dropNow : words.dropHere}</p>
      <p className={css['hint']} id={hintId}>
        {hint}
      </p>
      <div className={css['buttons']}>
        <Button variant="default" size="sm" onClick={onChoose}>
          {words.choose}
        </Button>
        <Button variant="default" size="sm" className={css['camera']} onClick={() => camera.current?.click()}>
          {words.takePhoto}
        </Button>
      </div>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={words.takePhoto}
        hidden
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

type ChosenProps = { file: File; nameId: string; preview: string; progress: number | undefined; onRemove: () => void };

function Chosen({ file, nameId, preview, progress, onRemove }: ChosenProps) {
  return (
    <div className={css['chosen']}>
      <img src={preview} alt="" />
      <div>
        <p className={css['name']} id={nameId}>
          {file.name}
        </p>
        <p className={`${css['hint']} figures`}>{grouped(Math.ceil(file.size / 1024))} KB</p>
        {progress === undefined ? null : <progress value={progress} max={100} />}
      </div>
      <Button variant="default" size="sm" onClick={onRemove}>
        {words.removeFile}
      </Button>
    </div>
  );
}
