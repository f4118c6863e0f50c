/** Why something was refused, beside its button until the next try; the toast that says it too may be dismissed. */
export function Refused({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <span role="alert" className="mantine-InputWrapper-error">
      {message}
    </span>
  );
}
