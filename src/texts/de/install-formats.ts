// The words of formats, before formats.ts is evaluated: German texts use its functions.
import { format, pageFormat } from './formats.ts';

globalThis.stowawayTexts = { format, pageFormat };
