// Tests without a browser run in British English, whatever the machine's locale. Node 20 has no navigator.
if (globalThis.navigator) Object.defineProperty(globalThis.navigator, 'languages', { value: ['en-GB'], configurable: true });
else Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-GB'] }, configurable: true, writable: true });
