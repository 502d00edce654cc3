// What is kept automatically of a channel, a playlist or Continue Watching, and the user's actions on it.
import { useSavedLink, useSavePlans, type SavePolicy, type SaveSource } from '../../queries/saved.ts';
import { shellTexts } from '../../texts/shell.ts';
import { keepTexts } from '../../texts/trips.ts';
import { useToast } from '../../ui/toasts.tsx';

export type KeepRule = Pick<SavePolicy, 'order' | 'count'>;

export interface Keep {
  /** Null: nothing is kept automatically. */
  policy: SavePolicy | null;
  /** Null: nothing more is kept; what is on this device stays by its rule. With Undo. */
  choose(rule: KeepRule | null): void;
  /** Those of these videos that are neither on this device nor on their way. */
  notHere(videoIds: readonly string[]): readonly string[];
  /** Saves these once, as the user's own. With Undo. */
  saveAll(videoIds: readonly string[]): void;
}

/** For one source. Null: this browser cannot save, or the ledger has not been read yet. */
export function useKeep(source: SaveSource, name: string): Keep | null {
  const link = useSavedLink();
  const plans = useSavePlans();
  const showToast = useToast();
  const id = policyIdOf(source);
  if (!link) return null;
  const { wishes } = link;
  const policy = plans?.policies.find(({ policyId }) => policyId === id) ?? null;

  function kept(work: Promise<unknown>, then?: () => void): void {
    work.then(then, (reason: unknown) => {
      console.warn('A wish about what is kept was not kept', reason);
      showToast({ text: shellTexts.notKept.other });
    });
  }

  function takeBack(): void {
    if (!policy) return kept(wishes.deletePolicy(id));
    const { account: _, ...before } = policy;
    kept(wishes.putPolicy(before));
  }

  return {
    policy,
    choose(rule) {
      if (rule === null) {
        if (policy) kept(wishes.deletePolicy(id), () => showToast({ text: keepTexts.stopped, onUndo: takeBack }));
        return;
      }
      const addedAtMs = policy?.addedAtMs ?? Date.now();
      kept(wishes.putPolicy({ policyId: id, source, ...rule, addedAtMs, askedIds: policy?.askedIds ?? [] }), () =>
        showToast({ text: keepTexts.keepsFirst(name), onUndo: takeBack }),
      );
    },
    notHere(videoIds) {
      const known = new Set(link.items().map(({ videoId }) => videoId));
      return videoIds.filter((videoId) => !known.has(videoId));
    },
    saveAll(videoIds) {
      const each = async (wish: (videoId: string) => Promise<void>): Promise<void> => {
        for (const videoId of videoIds) await wish(videoId);
      };
      kept(
        each((videoId) => wishes.save(videoId, 'person')),
        () => showToast({ text: keepTexts.savingCount(videoIds.length), onUndo: () => kept(each(wishes.remove)) }),
      );
    },
  };
}

/** One policy for each source. */
function policyIdOf(source: SaveSource): string {
  switch (source.kind) {
    case 'channel':
    case 'playlist':
      return `${source.kind} ${source.id}`;
    case 'search':
      return `search ${source.query}`;
    case 'continue':
    case 'subscribed':
    case 'surprise':
      return source.kind;
  }
}
