/** Ten recovery codes, shown once: copied, saved, and only then put away. */
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { brand } from '#kernel/brand.ts';
import { saveAs } from '#ui/call.tsx';
import { copyText } from '#ui/CopyId.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useMe } from '#ui/session.tsx';
import { words } from './auth.words.ts';
import css from './auth.module.css';

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [kept, setKept] = useState(false);
  const { emailId } = useMe();
  const all = codes.join('\n');
  const save = () => {
    const text = `${words.codesFile(brand.name, emailId)}${all}\n`;
    saveAs(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
  };
  return (
    <div className={css['recovery']}>
      <p>{words.codesText}</p>
      <ul className={css['codes']} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css['actions']}>
        <Button variant="default" leftSection={<Icon name="copy" />} onClick={() => void copyText(all, words.theCodes)}>
          {words.copyCodes}
        </Button>
        <Button variant="default" leftSection={<Icon name="download" />} onClick={save}>
          {words.saveCodes}
        </Button>
      </div>
      <Checkbox label={words.keptThem} checked={kept} onChange={(event) => setKept(event.currentTarget.checked)} />
      <Button disabled={!kept} onClick={onDone}>
        {words.finish}
      </Button>
    </div>
  );
}
