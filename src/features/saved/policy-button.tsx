// The button "Save offline" of a channel, a playlist or Continue Watching. It opens a menu of the policies that the source offers.
import { useRef, useState } from 'react';
import { useSavedSelector, type PolicySource } from '../../queries/saved.ts';
import { policyTexts } from '../../texts/trips.ts';
import { Button, IconButton, type ButtonSize, type ButtonTone } from '../../ui/button.tsx';
import { ChoicePopover, type ChoiceGroup } from '../../ui/choice-menu.tsx';
import { choiceValueOf, policyChoicesOf, policyRuleOf, policyText } from './policy-choices.ts';
import { useSourcePolicy, type SourcePolicy } from './use-policies.ts';

export interface PolicyButtonProps {
  source: PolicySource;
  /** The name of the source, for screen readers and the toast. */
  name: string;
  size?: ButtonSize;
  tone?: ButtonTone;
  className?: string | undefined;
  /** Whether only the icon is shown, for use next to a heading. */
  isIconOnly?: boolean;
  /** The videos that the menu also offers to save once. */
  videoIds?: readonly string[];
}

export function PolicyButton({ source, name, size = 'medium', tone = 'plain', className, isIconOnly = false, videoIds = [] }: PolicyButtonProps) {
  const sourcePolicy = useSourcePolicy(source, name);
  // The selector makes the button render again when one of the videos is saved or removed.
  const savedCount = useSavedSelector((items) => countSaved(videoIds, items));
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!sourcePolicy) return null;
  const unsavedIds = sourcePolicy.unsavedOf(videoIds);
  const isPartlySaved = savedCount > 0 && savedCount < videoIds.length;
  const label = sourcePolicy.policy ? policyText(sourcePolicy.policy) : isPartlySaved ? policyTexts.saveRest : policyTexts.save;
  const spokenLabel = `${label}: ${name}`;
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
        <IconButton {...opener} label={spokenLabel} className={className} />
      ) : (
        <Button {...opener} size={size} tone={tone} className={className} aria-label={spokenLabel}>
          {label}
        </Button>
      )}
      {isOpen ? (
        <ChoicePopover
          label={policyTexts.keep}
          groups={groupsOf(source, sourcePolicy, unsavedIds, isPartlySaved)}
          opener={button}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

function countSaved(videoIds: readonly string[], items: readonly { videoId: string }[]): number {
  if (videoIds.length === 0) return 0;
  const itemIds = new Set(items.map(({ videoId }) => videoId));
  return videoIds.filter((videoId) => itemIds.has(videoId)).length;
}

function groupsOf(source: PolicySource, sourcePolicy: SourcePolicy, unsavedIds: readonly string[], isPartlySaved: boolean): ChoiceGroup[] {
  const policyGroup: ChoiceGroup = {
    label: policyTexts.keep,
    options: policyChoicesOf(source),
    value: choiceValueOf(sourcePolicy.policy),
    onChoose: (value) => sourcePolicy.choose(policyRuleOf(value)),
  };
  if (unsavedIds.length === 0) return [policyGroup];
  const onceGroup: ChoiceGroup = {
    label: policyTexts.once,
    options: [{ value: 'rest', label: isPartlySaved ? policyTexts.allTheRest(unsavedIds.length) : policyTexts.all(unsavedIds.length) }],
    value: '',
    onChoose: () => sourcePolicy.saveAll(unsavedIds),
  };
  return [policyGroup, onceGroup];
}
