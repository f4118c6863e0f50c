/** The context of every part of a public page: the facts, and the address that is rendered. */
import { createContext, useContext } from 'react';
import { tell, type Facts } from './facts.ts';

type Drawing = { readonly facts: Facts; readonly address: string };

export const DrawingContext = createContext<Drawing | undefined>(undefined);

export function useDrawing(): Drawing {
  const drawing = useContext(DrawingContext);
  if (!drawing) throw new Error('A part of a public page was drawn outside of one');
  return drawing;
}

export function useFacts(): Facts {
  return useDrawing().facts;
}

/** These words with the agency's own names and figures in them. */
export function useWords<Words>(words: Words): Words {
  return tell(words, useFacts());
}
