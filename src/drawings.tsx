/**
 * Where the code of each page is. The names of some hundred files say nothing to the first page, whose own
 * the document names: this list is fetched when the portal is there.
 */
import type { Drawing } from './Portal.tsx';

export const drawings = import.meta.glob<Drawing>(['./*/*Page.tsx', '!./site/**']);
