/** Texts for a browser that provides no storage (src/app/memory-storage.tsx). */
export const memoryTexts = {
  title: 'Nothing is kept on this device',
  text: 'The browser gives Stowaway no storage here, as in some private windows. With the archive everything works; without it nothing opens, and changes that have not been sent are lost when this tab closes. A copy that was kept here before is not touched.',
} as const;
