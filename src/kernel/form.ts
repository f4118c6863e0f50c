/**
 * The logic that all forms share: a form is checked before it is sent, shows at once that it is busy, cannot be sent
 * twice, and shows a field's error until the field changes. The portal's forms use it with React (`ui/useSend.tsx`),
 * the public pages without (`site/enhance-form.tsx`).
 */
export type Problem = {
  message: string;
  /** The path of the field it belongs to; without one it is said above the form alone. */
  field?: string | undefined;
};

type FormState = {
  problems: readonly Problem[];
  busy: boolean;
  /** How often sending failed, so that the summary takes the focus once after each failure. */
  tries: number;
};

/** Sends the form and returns its problems. Empty: the form may be sent again; undefined: the form is finished. */
type Sending = () => Promise<readonly Problem[] | undefined>;

export function createForm() {
  let state: FormState = { problems: [], busy: false, tries: 0 };
  const listeners = new Set<() => void>();
  const change = (part: Partial<FormState>) => {
    state = { ...state, ...part };
    listeners.forEach((listener) => listener());
  };
  const refuse = (problems: readonly Problem[]) => change({ problems, busy: false, tries: state.tries + 1 });
  return {
    state: () => state,
    listen: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** A field was changed: its old error no longer applies. */
    typed: (field: string) => {
      if (state.problems.some((each) => each.field === field))
        change({ problems: state.problems.filter((each) => each.field !== field) });
    },
    /** Shows problems without moving the focus. */
    say: (problems: readonly Problem[]) => change({ problems }),
    send: async (judge: () => readonly Problem[], send: Sending): Promise<void> => {
      if (state.busy) return;
      const wrong = judge();
      if (wrong.length > 0) {
        refuse(wrong);
        return;
      }
      change({ problems: [], busy: true });
      const refused = await send();
      if (refused === undefined) return;
      if (refused.length > 0) refuse(refused);
      else change({ busy: false });
    },
  };
}
