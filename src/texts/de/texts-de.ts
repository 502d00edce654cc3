// The entry of the German texts, which are built as a separate file (load-language.ts).
import './install-formats.ts';
import { german } from './german.ts';

globalThis.stowawayTexts = german;
