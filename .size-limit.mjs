import { sizeRows } from './scripts/check/sizes.mjs';

export default sizeRows().map(({ name, files, limitBytes, isGzipped }) => ({ name, path: files, limit: `${limitBytes} B`, gzip: isGzipped, brotli: false }));
