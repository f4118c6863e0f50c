import { expect, test } from 'vitest';
import { createForm, type Problem } from './form.ts';

const fine = () => [];

test('a form that is on its way is not sent again, and is busy from the first moment', async () => {
  const form = createForm();
  let sent = 0;
  let answer: (refused: Problem[]) => void = () => {};
  const send = () => {
    sent += 1;
    return new Promise<Problem[]>((done) => (answer = done));
  };
  const first = form.send(fine, send);
  expect(form.state().busy).toBe(true);
  await form.send(fine, send);
  expect(sent).toBe(1);
  answer([]);
  await first;
  expect(form.state()).toEqual({ problems: [], busy: false, tries: 0 });
});

test('what is wrong is said before anything is sent, and of each field until something else stands there', async () => {
  const form = createForm();
  let sent = false;
  const wrong = [
    { message: 'Please fill in this field.', field: 'a' },
    { message: 'No.', field: 'b' },
  ];
  await form.send(
    () => wrong,
    async () => {
      sent = true;
      return [];
    },
  );
  expect(sent).toBe(false);
  expect(form.state()).toEqual({ problems: wrong, busy: false, tries: 1 });
  form.typed('a');
  expect(form.state()).toEqual({ problems: [wrong[1]], busy: false, tries: 1 });
});

test('a refusal takes the place of what was wrong before; a form that has done its work stays busy', async () => {
  const form = createForm();
  const refusal = { message: 'Wrong password.' };
  await form.send(fine, async () => [refusal]);
  expect(form.state()).toEqual({ problems: [refusal], busy: false, tries: 1 });
  await form.send(fine, async () => undefined);
  expect(form.state()).toEqual({ problems: [], busy: true, tries: 1 });
});
