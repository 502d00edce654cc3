// What was typed into a number setting, beside what is saved. Pure.

export type NumberDraft = { readonly name: 'saved' } | { readonly name: 'changed'; readonly value: number } | { readonly name: 'invalid' };

/** `draft` is null while nothing was typed. Limits hold for what is typed, not for what the archive has. */
export function numberDraft(draft: string | null, saved: number, limits: { min: number; max: number }): NumberDraft {
  if (draft === null) return { name: 'saved' };
  const words = draft.trim();
  if (!/^\d{1,9}$/.test(words)) return { name: 'invalid' };
  const value = Number(words);
  if (value === saved) return { name: 'saved' };
  return value < limits.min || value > limits.max ? { name: 'invalid' } : { name: 'changed', value };
}
