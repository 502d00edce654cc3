// German, as a file of its own (load-language.ts).
import './install-formats.ts';
import { german } from './german.ts';

globalThis.stowawayTexts = german;
