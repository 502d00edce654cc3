// "Save offline" of a channel, a playlist or Continue Watching: a menu of the policies for its videos.
import { useRef, useState } from 'react';
import { useSavedSelector, type PolicySource } from '../../queries/saved.ts';
import { policyTexts } from '../../texts/trips.ts';
import { Button, IconButton, type ButtonSize, type ButtonTone } from '../../ui/button.tsx';
import { ChoicePopover, type ChoiceGroup } from '../../ui/choice-menu.tsx';
import { choiceValueOf, policyChoicesOf, policyRuleOf, policyText } from './policy-choices.ts';
import { useSourcePolicy, type SourcePolicy } from './use-policies.ts';

export interface PolicyButtonProps {
  source: PolicySource;
  /** Name of the channel or the playlist. */
  name: string;
  size?: ButtonSize;
  tone?: ButtonTone;
  className?: string | undefined;
  /** Shows only the icon, for use next to a heading. */
  isIconOnly?: boolean;
  /** The videos that the menu also offers to save once. */
  videoIds?: readonly string[];
}

export function PolicyButton({ source, name, size = 'medium', tone = 'plain', className, isIconOnly = false, videoIds = [] }: PolicyButtonProps) {
  const sourcePolicy = useSourcePolicy(source, name);
  // Renders again when one of the videos is saved or removed.
  const savedCount = useSavedSelector((items) => countOf(videoIds, items));
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!sourcePolicy) return null;
  const unsavedIds = sourcePolicy.unsavedOf(videoIds);
  const isStarted = savedCount > 0 && savedCount < videoIds.length;
  const label = sourcePolicy.policy ? policyText(sourcePolicy.policy) : isStarted ? policyTexts.saveRest : policyTexts.save;
  const spoken = `${label}: ${name}`;
  const opener = {
    ref: button,
    icon: sourcePolicy.policy ? ('saved' as const) : ('save' as const),
    'aria-haspopup': 'menu' as const,
    'aria-expanded': isOpen,
    onClick: () => setIsOpen(true),
  };
  return (
    <>
      {isIconOnly ? (
        <IconButton {...opener} label={spoken} className={className} />
      ) : (
        <Button {...opener} size={size} tone={tone} className={className} aria-label={spoken}>
          {label}
        </Button>
      )}
      {isOpen ? (
        <ChoicePopover
          label={policyTexts.keep}
          groups={groupsOf(source, sourcePolicy, unsavedIds, isStarted)}
          opener={button}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

function countOf(videoIds: readonly string[], items: readonly { videoId: string }[]): number {
  if (videoIds.length === 0) return 0;
  const itemIds = new Set(items.map(({ videoId }) => videoId));
  return videoIds.filter((videoId) => itemIds.has(videoId)).length;
}

function groupsOf(source: PolicySource, sourcePolicy: SourcePolicy, rest: readonly string[], isStarted: boolean): ChoiceGroup[] {
  const rules: ChoiceGroup = {
    label: policyTexts.keep,
    options: policyChoicesOf(source),
    value: choiceValueOf(sourcePolicy.policy),
    onChoose: (value) => sourcePolicy.choose(policyRuleOf(value)),
  };
  if (rest.length === 0) return [rules];
  const once: ChoiceGroup = {
    label: policyTexts.once,
    options: [{ value: 'rest', label: isStarted ? policyTexts.allTheRest(rest.length) : policyTexts.all(rest.length) }],
    value: '',
    onChoose: () => sourcePolicy.saveAll(rest),
  };
  return [rules, once];
}
