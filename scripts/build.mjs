/** Builds the pages unless they are built, in a process of its own, so that a check can go on meanwhile. */
import { build, command } from './prepare.mjs';

await command(build);
