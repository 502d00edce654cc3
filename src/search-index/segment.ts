// An immutable part of the index: sorted words, and for each the places where it occurs. Pure.

/** `terms` is sorted. The places of `terms[i]` are `postings.slice(offsets[i], offsets[i + 1])`. */
export interface Segment {
  terms: readonly string[];
  offsets: Uint32Array;
  postings: Uint32Array;
}

export function buildSegment(placesByTerm: ReadonlyMap<string, readonly number[]>): Segment {
  const terms = [...placesByTerm.keys()].sort(); // by code unit, as in the comparisons below
  const offsets = new Uint32Array(terms.length + 1);
  let total = 0;
  for (const [index, term] of terms.entries()) {
    total += placesByTerm.get(term)?.length ?? 0;
    offsets[index + 1] = total;
  }
  const postings = new Uint32Array(total);
  for (const [index, term] of terms.entries()) postings.set(placesByTerm.get(term) ?? [], offsets[index]);
  return { terms, offsets, postings };
}

/** If both segments contain a term, its places are joined. Places keep their numbers. */
export function mergeSegments(older: Segment, newer: Segment): Segment {
  const terms: string[] = [];
  const offsets = new Uint32Array(older.terms.length + newer.terms.length + 1);
  const postings = new Uint32Array(older.postings.length + newer.postings.length);
  let [left, right, total] = [0, 0, 0];
  const take = (segment: Segment, index: number): void => {
    const places = segment.postings.subarray(segment.offsets[index], segment.offsets[index + 1]);
    postings.set(places, total);
    total += places.length;
  };
  while (left < older.terms.length || right < newer.terms.length) {
    const [one, other] = [older.terms[left], newer.terms[right]];
    const term = other === undefined || (one !== undefined && one <= other) ? one : other;
    if (one === term) take(older, left++);
    if (other === term) take(newer, right++);
    terms.push(term as string);
    offsets[terms.length] = total;
  }
  return { terms, offsets: offsets.slice(0, terms.length + 1), postings };
}

/** The range from the first term not before `word` to the first term that does not begin with it. */
export function prefixRange({ terms }: Segment, word: string): [from: number, to: number] {
  const from = lowerBound(terms, word);
  return [from, lowerBound(terms, `${word}\uffff`, from)];
}

/** The first index after `from` whose term does not share the first `length` letters of the term at `from`; at most `end`. */
export function endOfPrefix({ terms }: Segment, from: number, length: number, end: number): number {
  const prefix = (terms[from] as string).slice(0, length);
  // Most prefixes cover few terms, so doubling steps find the end sooner than bisecting all of them.
  let [low, step] = [from, 1];
  while (low + step < end && (terms[low + step] as string).startsWith(prefix)) {
    low += step;
    step *= 2;
  }
  return lowerBound(terms, `${prefix}\uffff`, low + 1, Math.min(end, low + step));
}

function lowerBound(terms: readonly string[], word: string, from = 0, to = terms.length): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
