/**
 * What every form does, whoever draws it: it judges before it sends, is busy at once, cannot be sent twice, and keeps
 * what is wrong with a field until something else stands there. The portal's forms draw this with React
 * (`ui/useSend.tsx`), the public pages without (`site/enhance-form.tsx`).
 */
export type Problem = {
  message: string;
  /** The path of the field it belongs to; without one it is said above the form alone. */
  field?: string | undefined;
};

export type FormState = {
  problems: readonly Problem[];
  busy: boolean;
  /** How often something was wrong, so that the summary takes the focus once for each. */
  tries: number;
};

/** Sends, and answers what was refused. Nothing refused: the form may be sent again; undefined: its work is done. */
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
    /** What was wrong with a field is not said of what stands there now. */
    typed: (field: string) => {
      if (state.problems.some((each) => each.field === field))
        change({ problems: state.problems.filter((each) => each.field !== field) });
    },
    /** Says what is wrong without taking the focus. */
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
