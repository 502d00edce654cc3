import { translated } from './translated.ts';

/** Texts for a browser that provides no storage (src/app/memory-storage.tsx). */
export const memoryTexts = translated('memory', {
  title: 'Nothing is kept on this device',
  text: 'The browser gives Stowaway no storage here, as in some private windows. Everything works while the archive answers; without it nothing opens, and unsent changes are lost when this tab closes. An earlier copy on this device stays.',
} as const);
