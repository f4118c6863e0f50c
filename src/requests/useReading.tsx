/** What a form says may change while it is open, as the chain says more: nobody sends what they have not read. */
import { useState, type ReactNode } from 'react';

/** `isRead` is asked before it is sent: false, and `changed`, where a text became another since it was asked last. */
export function useReading(said: ReactNode) {
  const [read, setRead] = useState(said);
  const [changed, setChanged] = useState(false);
  const isRead = () => {
    const isAnother = typeof said === 'string' && said !== read;
    setChanged(isAnother);
    setRead(said);
    return !isAnother;
  };
  return { changed, isRead };
}
