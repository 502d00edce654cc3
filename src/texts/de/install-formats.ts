// Sets the German texts of formats before ../formats.ts is evaluated, because the other German texts use its functions.
import { format, pageFormat } from './formats.ts';

globalThis.stowawayTexts = { format, pageFormat };
