/** Several rows of the same fields. Removing rows hides what was typed but keeps it; pasted lines fill rows. */
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { memo, useLayoutEffect, useRef, useState, type ClipboardEvent, type RefObject } from 'react';
import { announce } from './Announce.tsx';
import { Icon } from './Icon.tsx';
import { MailField } from './MailField.tsx';
import { MoneyField } from './MoneyField.tsx';
import { toast } from './toast.tsx';
import { words as say } from './form.words.ts';
import css from './RowsField.module.css';

export type RowColumn = {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'url' | 'money';
  placeholder?: string;
  options?: readonly { value: string; label: string; disabled?: boolean }[];
  required?: boolean;
};

type Row = Record<string, unknown>;

type Form = {
  values: object;
  set: (path: string, value: unknown) => void;
  removeRow: (list: string, row: number, others: readonly unknown[]) => void;
  field: (path: string) => {
    id: string;
    name: string;
    value: never;
    onChange: (given: unknown) => void;
    error: string | undefined;
  };
};

type Props = {
  form: Form;
  /** The path of the list in the form's values. */
  name: string;
  /** The same objects each time, or every cell is drawn again with each letter. */
  columns: readonly RowColumn[];
  blank: Row;
  rowLabel: (n: number) => string;
  /** How many rows are shown and meant; more may be kept. Defaults to all. */
  shown?: number;
  onShown?: (shown: number) => void;
  most?: number;
  /** Adding and removing by buttons; leave out where a count decides. */
  addLabel?: string;
};

/** The list at least `count` long; what is there already stays. */
export function grown<R>(rows: readonly R[], count: number, blank: R): R[] {
  return Array.from({ length: Math.max(rows.length, count) }, (_, index) => rows[index] ?? blank);
}

/** Lines as pasted from a sheet or a list: one per row, cells parted by tabs. */
export function pastedLines(text: string): string[][] {
  const lines = text
    .replaceAll('\r', '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()));
  return lines.filter((cells) => cells.some((cell) => cell !== ''));
}

type PasteOptions = Pick<Props, 'form' | 'name' | 'columns' | 'blank'> & {
  onShown: Props['onShown'];
  kept: readonly Row[];
  count: number;
  most: number;
  onCut: (sentence: string | undefined) => void;
};

/** Lines and cells pasted into a field fill the rows and columns from there on. */
function pasteInto({ form, name, columns, blank, onShown, kept, count, most, onCut }: PasteOptions) {
  return (event: ClipboardEvent<HTMLElement>, at: number, column: number) => {
    const lines = pastedLines(event.clipboardData.getData('text/plain'));
    if (lines.length < 2 && (lines[0]?.length ?? 0) < 2) return;
    event.preventDefault();
    const fitting = lines.slice(0, most - at);
    const next = grown(kept, at + fitting.length, blank);
    fitting.forEach((cells, line) => {
      next[at + line] = cells.reduce<Row>(
        (row, cell, offset) => {
          const target = columns[column + offset];
          return target ? { ...row, [target.name]: cell } : row;
        },
        next[at + line] ?? blank,
      );
    });
    form.set(name, next);
    if (at + fitting.length > count) onShown?.(at + fitting.length);
    onCut(sayPasted(fitting.length, lines.length, most));
  };
}

/** Reads out what became of pasted lines; answers what has to stay in sight, where some had no room. */
export function sayPasted(taken: number, of: number, most: number): string | undefined {
  const cut = taken < of ? say.rowsCut(taken, of, most) : undefined;
  announce(cut ?? say.rowsPasted(taken));
  return cut;
}

/** Stays until lines are pasted again, as what is missing is looked for later. */
export function Cut({ said }: { said: string | undefined }) {
  return said === undefined ? null : (
    <p className={css['cut']}>
      <Icon name="warning" size={16} />
      {said}
    </p>
  );
}

export function RowsField({ form, name, columns, blank, rowLabel, shown, onShown, most = 10, addLabel }: Props) {
  const kept = (form.values as Record<string, Row[]>)[name] ?? [];
  const count = shown ?? kept.length;
  const [cut, setCut] = useState<string>();
  const rows = grown(kept, count, blank).slice(0, count);

  /** A row that is shown because of the count is added to the values when something is first typed into it. */
  const field = (index: number, column: string) => {
    const given = form.field(`${name}.${index}.${column}`);
    const onChange = (value: unknown) => {
      if (index >= kept.length) form.set(name, grown(kept, index + 1, blank));
      given.onChange(value);
    };
    return { ...given, onChange };
  };

  const all = { form, name, columns, blank, onShown, kept, count, onCut: setCut };
  const paste = pasteInto({ ...all, most });
  const { add, remove } = movesOf({ ...all, rows });
  const change = (row: number, column: string, value: unknown) => field(row, column).onChange(value);
  const onCell = useRef({ change, paste });
  useLayoutEffect(() => {
    onCell.current = { change, paste };
  });
  return (
    <div className={css['rows']}>
      <Cut said={cut} />
      {rows.map((_, index) => (
        <fieldset key={index} className={css['row']} data-removable={addLabel ? true : undefined}>
          <legend>{rowLabel(index + 1)}</legend>
          {columns.map((column, place) => {
            const { onChange: _, ...given } = form.field(`${name}.${index}.${column.name}`);
            return <RowCell key={column.name} {...given} {...{ column, row: index, place, onCell }} />;
          })}
          {addLabel ? <RemoveRow label={say.removeRow(rowLabel(index + 1))} onRemove={() => remove(index)} /> : null}
        </fieldset>
      ))}
      {addLabel && count < most ? (
        <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={add} className={css['add']}>
          {addLabel}
        </Button>
      ) : null}
    </div>
  );
}

type MovesOptions = Omit<PasteOptions, 'most'> & { rows: readonly Row[] };

/** Adding a row, and taking one out. */
function movesOf({ form, name, columns, blank, rows, kept, count, onCut, onShown }: MovesOptions) {
  /** Moves the focus to the added row, or to the row that took the place of the removed one. */
  const goTo = (row: number) =>
    requestAnimationFrame(() => document.getElementById(form.field(`${name}.${row}.${columns[0]!.name}`).id)?.focus());
  const remove = (index: number) => {
    if (count <= 1) {
      toast.failed(say.leastRows);
      return;
    }
    goTo(Math.min(index, count - 2));
    const others = rows.filter((_, at) => at !== index);
    form.removeRow(name, index, others);
    onCut(undefined);
    onShown?.(others.length);
  };
  const add = () => {
    form.set(name, grown(kept, count + 1, blank));
    onShown?.(count + 1);
    goTo(count);
  };
  return { add, remove };
}

function RemoveRow({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <ActionIcon variant="subtle" color="calm" className={css['remove']} aria-label={label} onClick={onRemove}>
      <Icon name="trash" />
    </ActionIcon>
  );
}

type CellProps = Omit<ReturnType<Form['field']>, 'onChange'> & {
  column: RowColumn;
  row: number;
  place: number;
  /** The functions of the last render, in what is always the same object. */
  onCell: RefObject<{
    change: (row: number, column: string, value: unknown) => void;
    paste: (event: ClipboardEvent<HTMLElement>, row: number, place: number) => void;
  }>;
};

/** Drawn again when its own value or column changes, so that what is typed in one of ten rows costs one. */
const RowCell = memo(function RowCell({ column, row, place, onCell, ...given }: CellProps) {
  const field = { ...given, onChange: (value: unknown) => onCell.current.change(row, column.name, value) };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => onCell.current.paste(event, row, place);
  const { label, placeholder, options, type = 'text', required = false } = column;
  if (options) return <NativeSelect {...field} label={label} data={[...options]} onPaste={onPaste} />;
  if (type === 'money') return <MoneyField {...field} label={label} placeholder={placeholder} onPaste={onPaste} />;
  const shared = { ...field, label, placeholder, autoComplete: 'off', required, onPaste };
  if (type === 'email') return <MailField {...shared} />;
  const mode = type === 'url' ? type : 'text';
  return <TextInput {...shared} type={mode} inputMode={mode} />;
});
