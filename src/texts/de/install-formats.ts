// Sets the German words for formats before ../formats.ts is evaluated, because German texts use its functions.
import { format, pageFormat } from './formats.ts';

globalThis.stowawayTexts = { format, pageFormat };
