/** How signals look on the wire; the queue and the lists of what waits carry them. */
import * as z from 'zod/mini';
import { signalCodes } from './signals.ts';

export const signalsOnWire = z.array(z.object({ code: z.enum(signalCodes), text: z.string() }));
