// Formatters are kept, because creating one takes longer than formatting with it. Visitors choose the locale, so the number kept is limited.

const maxKept = 40;

/** Returns `create` with a cache of its results. */
export function keepFormatters<Formatter>(create: (key: string) => Formatter): (key: string) => Formatter {
  const kept = new Map<string, Formatter>();
  return (key) => {
    const found = kept.get(key);
    if (found !== undefined) return found;
    if (kept.size >= maxKept) kept.clear();
    const created = create(key);
    kept.set(key, created);
    return created;
  };
}
