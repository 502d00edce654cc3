// Keeps formatters, because creating one takes longer than formatting with it. Visitors choose the locale, so the number kept is limited.

const maxFormatters = 40;

/** Returns `create` with a cache of its results. */
export function keepFormatters<Formatter>(create: (key: string) => Formatter): (key: string) => Formatter {
  const formattersByKey = new Map<string, Formatter>();
  return (key) => {
    const keptFormatter = formattersByKey.get(key);
    if (keptFormatter !== undefined) return keptFormatter;
    if (formattersByKey.size >= maxFormatters) formattersByKey.clear();
    const formatter = create(key);
    formattersByKey.set(key, formatter);
    return formatter;
  };
}
