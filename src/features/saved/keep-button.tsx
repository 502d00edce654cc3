// "Save offline" of a channel, a playlist or Continue Watching: a menu of what this device keeps of it automatically (UX 6).
import { useRef, useState } from 'react';
import type { SaveSource } from '../../queries/saved.ts';
import { keepTexts } from '../../texts/trips.ts';
import { Button, IconButton, type ButtonSize, type ButtonTone } from '../../ui/button.tsx';
import { ChoicePopover, type ChoiceGroup } from '../../ui/choice-menu.tsx';
import { choicesOf, keptWords, ruleOf, valueOf } from './keep-rules.ts';
import { useKeep, type Keep } from './use-policies.ts';

export interface KeepButtonProps {
  source: SaveSource;
  /** Name of the channel or the playlist. */
  name: string;
  /** Some of it may be on this device already: the button says so. */
  isRest?: boolean;
  size?: ButtonSize;
  tone?: ButtonTone;
  className?: string | undefined;
  /** Icon only: next to a heading. */
  isIcon?: boolean;
  /** Everything of it that can be saved once. */
  videoIds?: readonly string[];
}

export function KeepButton({ source, name, isRest = false, size = 'medium', tone = 'plain', className, isIcon = false, videoIds = [] }: KeepButtonProps) {
  const keep = useKeep(source, name);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!keep) return null;
  const shown = keep.policy ? keptWords(keep.policy) : isRest ? keepTexts.saveRest : keepTexts.save;
  const spoken = `${shown}: ${name}`;
  const opener = {
    ref: button,
    icon: keep.policy ? ('saved' as const) : ('save' as const),
    'aria-haspopup': 'menu' as const,
    'aria-expanded': isOpen,
    onClick: () => setIsOpen(true),
  };
  return (
    <>
      {isIcon ? (
        <IconButton {...opener} label={spoken} className={className} />
      ) : (
        <Button {...opener} size={size} tone={tone} className={className} aria-label={spoken}>
          {shown}
        </Button>
      )}
      {isOpen ? (
        <ChoicePopover label={keepTexts.keep} groups={groupsOf(source, keep, keep.notHere(videoIds))} opener={button} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  );
}

function groupsOf(source: SaveSource, keep: Keep, rest: readonly string[]): ChoiceGroup[] {
  const rules: ChoiceGroup = {
    label: keepTexts.keep,
    options: choicesOf(source),
    value: valueOf(keep.policy),
    onChoose: (value) => keep.choose(ruleOf(value)),
  };
  if (rest.length === 0) return [rules];
  const once: ChoiceGroup = {
    label: keepTexts.once,
    options: [{ value: 'rest', label: keepTexts.allTheRest(rest.length) }],
    value: '',
    onChoose: () => keep.saveAll(rest),
  };
  return [rules, once];
}
