/**
 * Signals as the lists of what waits carry them: without the list of their codes, as clients load the shapes of these
 * lists too.
 */
import * as z from 'zod/mini';

/** Facts that make whoever decides look twice; absent where there is none, or it was decided, and for clients. */
export const signalsInLists = z.optional(z.array(z.object({ code: z.string(), text: z.string() })));
