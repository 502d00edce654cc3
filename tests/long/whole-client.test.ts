// The other half of the long search of tests/property/whole-client.test.ts, for the machine's second core.
import { test } from 'vitest';
import { search } from '../property/whole-client.ts';

test('the simulation finds no counterexample with further seeds', { timeout: 24 * 3_600_000 }, () => search({ offset: 1, share: 0.5 }));
