/** What a form says may change while it is open, as the chain says more: nobody sends what they have not read. */
import { useState } from 'react';

/** `isRead` is asked before it is sent: false, and from then on `changed`, where the text has become another one. */
export function useReading(said: string) {
  const [read, setRead] = useState(said);
  const [changed, setChanged] = useState(false);
  const isRead = () => {
    const isAnother = said !== read;
    setChanged(isAnother);
    setRead(said);
    return !isAnother;
  };
  return { changed, isRead };
}
