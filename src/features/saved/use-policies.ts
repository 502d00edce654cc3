// The policy of a channel, a playlist or Continue Watching, and the user's actions on it.
import { useSavedLink, useSavePlans, type PolicySource, type SavePolicy } from '../../queries/saved.ts';
import { shellTexts } from '../../texts/shell.ts';
import { policyTexts } from '../../texts/trips.ts';
import { useToast } from '../../ui/toasts.tsx';
import { useAttempt } from './use-attempt.ts';

export type PolicyRule = Pick<SavePolicy, 'order' | 'count'>;

export interface SourcePolicy {
  /** Null if no policy saves this source's videos. */
  policy: SavePolicy | null;
  /**
   * Null ends the policy: nothing more is saved, and its videos stay while there is space, but at most until a day after they are watched.
   * A toast offers Undo, which also removes the videos that a new policy has saved.
   */
  choose(rule: PolicyRule | null): void;
  /** The given videos that are neither saved nor being saved. */
  unsavedOf(videoIds: readonly string[]): readonly string[];
  /** Saves those of these videos that are not here yet, as if the user had saved each of them. A toast offers Undo. */
  saveAll(videoIds: readonly string[]): void;
}

/** The policy of one source and its actions; null if this browser cannot save. */
export function useSourcePolicy(source: PolicySource, name: string): SourcePolicy | null {
  const savedLink = useSavedLink();
  const plans = useSavePlans();
  const showToast = useToast();
  const attempt = useAttempt();
  const id = policyIdOf(source);
  if (!savedLink) return null;
  const link = savedLink;
  const { actions } = link;
  const policy = plans?.policies.find(({ policyId }) => policyId === id) ?? null;

  const currentPolicies = (): readonly SavePolicy[] => link.plans()?.policies ?? [];
  const findPolicy = (): SavePolicy | undefined => currentPolicies().find(({ policyId }) => policyId === id);
  const itemIds = (): Set<string> => new Set(link.items().map(({ videoId }) => videoId));
  const unsavedOf = (videoIds: readonly string[]): readonly string[] => {
    const knownIds = itemIds();
    return videoIds.filter((videoId) => !knownIds.has(videoId));
  };

  async function change(rule: PolicyRule | null): Promise<void> {
    // The menu may be used before the ledger is read. An existing policy and its videos would then count as results of this choice.
    await link.open();
    const previousPolicy = findPolicy();
    if (!rule && !previousPolicy) return;
    const undo = prepareUndo(previousPolicy);
    if (rule) {
      const { addedAtMs = Date.now(), askedIds = [] } = previousPolicy ?? {};
      await actions.putPolicy({ policyId: id, source, ...rule, addedAtMs, askedIds });
    } else await actions.deletePolicy(id);
    showToast({ text: rule ? policyTexts.keepsFirst(name) : policyTexts.stopped, onUndo: () => attempt(undo()) });
  }

  /** Call before a choice is stored. The returned function undoes the choice, and what policies have saved or removed because of it by then. */
  function prepareUndo(previousPolicy: SavePolicy | undefined): () => Promise<void> {
    const earlierIds = itemIds();
    // The policy's videos that are no longer here count as removed by the user, so Undo does not save them again. Later removals follow from
    // the choice, and are undone.
    const declinedIds = previousPolicy?.askedIds?.filter((videoId) => !earlierIds.has(videoId)) ?? [];
    return async () => {
      if (previousPolicy) {
        const { account: _, ...rest } = previousPolicy;
        const keptIds = itemIds();
        const previousIds = new Set(previousPolicy.askedIds);
        // A video requested since then stays in `askedIds`, even if its row has not reached this page yet. Otherwise no policy would remove it.
        const restoredAskedIds = ({ askedIds = [] }: SavePolicy): string[] => [
          ...new Set([...askedIds.filter((videoId) => keptIds.has(videoId) || !previousIds.has(videoId)), ...declinedIds]),
        ];
        if (!findPolicy()) return actions.putPolicy({ ...rest, askedIds: restoredAskedIds(previousPolicy) });
        return actions.changePolicy(id, (storedPolicy) => ({ ...storedPolicy, ...rest, askedIds: restoredAskedIds(storedPolicy) }));
      }
      await actions.deletePolicy(id);
      const packedIds = link.plans()?.trips.flatMap(({ videoIds }) => videoIds) ?? [];
      const keptIds = new Set([...earlierIds, ...packedIds, ...currentPolicies().flatMap(({ askedIds = [] }) => askedIds)]);
      for (const { videoId, keptFor, isPinned } of link.items()) if (keptFor === 'policy' && !isPinned && !keptIds.has(videoId)) await actions.remove(videoId);
    };
  }

  async function saveUnsaved(videoIds: readonly string[]): Promise<void> {
    // As in `change`: Undo must not remove copies that were here before the ledger was read, and copies kept for a policy stay the policy's.
    await link.open();
    const unsavedIds = unsavedOf(videoIds);
    if (unsavedIds.length === 0) return;
    const addedIds: string[] = [];
    let text = policyTexts.savingCount(unsavedIds.length);
    try {
      for (const videoId of unsavedIds) {
        await actions.save(videoId, 'person');
        addedIds.push(videoId);
      }
    } catch (reason) {
      if (addedIds.length === 0) throw reason;
      console.warn('Some videos were not saved', reason);
      text = `${shellTexts.storedSome(addedIds.length, unsavedIds.length)} ${shellTexts.notKept.other}`;
    }
    const undo = async (): Promise<void> => {
      for (const videoId of addedIds) await actions.remove(videoId);
    };
    showToast({ text, onUndo: () => attempt(undo()) });
  }

  return {
    policy,
    choose: (rule) => attempt(change(rule)),
    unsavedOf,
    saveAll: (videoIds) => attempt(saveUnsaved(videoIds)),
  };
}

/** The id contains only the source, so a source has one policy at most. */
function policyIdOf(source: PolicySource): string {
  return source.kind === 'continue' ? source.kind : `${source.kind} ${source.id}`;
}
