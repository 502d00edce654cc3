// The search field with its chips: on phones docked above the tab bar, elsewhere under the title.
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { searchTexts } from '../../texts/search.ts';
import { IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isKeyForPage } from '../../ui/page-keys.ts';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { keywordChips } from './keyword-chips.ts';
import styles from './search-screen.module.css';

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  typedText: string;
  onType: (text: string) => void;
  onSubmit: (text: string) => void;
  onOpenTips: () => void;
  /** Called on Arrow down; moves the focus to the results. */
  onLeave: () => void;
}

export function SearchField({ field, typedText, onType, onSubmit, onOpenTips, onLeave }: SearchFieldProps) {
  const isNarrow = useIsNarrow();
  const keyboardPx = useKeyboardInset();
  useFocusKey(field);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      onLeave();
    }
    if (event.key === 'Escape' && typedText !== '') {
      event.preventDefault();
      onSubmit('');
    }
  }

  return (
    <form
      role="search"
      className={styles['dock']}
      data-keyboard={keyboardPx > 0}
      style={isNarrow && keyboardPx > 0 ? { insetBlockEnd: keyboardPx } : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(typedText);
      }}
    >
      <div className={styles['field']}>
        <Icon name="search" size={21} />
        <input
          ref={field}
          type="search"
          inputMode="search"
          enterKeyHint="search"
          aria-label={searchTexts.label}
          placeholder={searchTexts.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={500}
          value={typedText}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {typedText === '' ? null : (
          <IconButton
            label={searchTexts.clear}
            icon="close"
            onClick={() => {
              onSubmit('');
              field.current?.focus();
            }}
          />
        )}
        <IconButton label={searchTexts.help} icon="info" aria-haspopup="dialog" onClick={onOpenTips} />
      </div>
      <div role="group" aria-label={searchTexts.keywords} className={styles['chips']}>
        {keywordChips(typedText).map((chip) => (
          <Chip
            key={chip.name}
            isOn={chip.isOn}
            title={chip.name}
            onClick={() => {
              // The caret is set in the new text, and the field focused while the press is handled, so that a phone shows its keyboard.
              flushSync(() => onType(chip.textAfterPress));
              field.current?.focus();
              field.current?.setSelectionRange(chip.caretAfterPress, chip.caretAfterPress);
            }}
          >
            {searchTexts.chips[chip.name]}
          </Chip>
        ))}
      </div>
    </form>
  );
}

/** `/` focuses the field (docs/look-and-feel.md, Hit areas and keys). */
function useFocusKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent): void {
      if (event.key !== '/' || !isKeyForPage(event)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [field]);
}

/** The height that a touch keyboard covers at the bottom of the page, in CSS pixels. The docked field moves above it. */
function useKeyboardInset(): number {
  const [coveredPx, setCoveredPx] = useState(0);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    // Zooming in also shrinks the view, without a keyboard.
    const measure = (): void => setCoveredPx(view.scale > 1.05 ? 0 : Math.max(0, Math.round(innerHeight - view.height - view.offsetTop)));
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
    };
  }, []);
  return coveredPx;
}
