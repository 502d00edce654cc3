// The form "Pack a trip": a panel next to the page on wide screens, a sheet everywhere else. Whether the sheet is open is part of the
// address, so that a shortcut can open it.
import { useEffect, useRef } from 'react';
import { useTrips } from '../../features/saved/use-trips.ts';
import { useSavePlans } from '../../queries/saved.ts';
import { useUserConfig } from '../../queries/session.ts';
import { tripTexts } from '../../texts/trips.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { TripForm, useTripDraft, type TripDraft } from './trip-form.tsx';
import { TripIcon } from './trip-icon.tsx';
import { useIsPackerBeside } from './trip-layout.ts';
import { TripPreview } from './trip-preview.tsx';
import styles from './trip-form.module.css';

export function TripPacker() {
  const isBeside = useIsPackerBeside();
  const sheet = useSheetAddress('trip');
  if (isBeside) return <Panel isSheetRequested={sheet.isOpen} onFocus={sheet.close} />;
  return sheet.isOpen ? <PackSheet onClose={sheet.close} /> : null;
}

/** `isSheetRequested`: whether the address requests the sheet, as a shortcut does. The panel then gets the focus, and no sheet opens. */
function Panel({ isSheetRequested, onFocus }: { isSheetRequested: boolean; onFocus: () => void }) {
  const draft = useTripDraft();
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isSheetRequested) return;
    nameField.current?.focus();
    onFocus();
  }, [isSheetRequested, onFocus]);
  return (
    <aside className={styles['panel']} aria-labelledby="pack-a-trip">
      <div className={styles['panel-head']}>
        <span>
          <TripIcon size={20} />
        </span>
        <h2 id="pack-a-trip">{tripTexts.pack}</h2>
      </div>
      <TripForm draft={draft} nameField={nameField} />
      <Preview draft={draft} />
      <PackButton draft={draft} onPacked={draft.clear} />
    </aside>
  );
}

function PackSheet({ onClose }: { onClose: () => void }) {
  const draft = useTripDraft();
  return (
    <Sheet title={tripTexts.pack} foot={<PackButton draft={draft} onPacked={onClose} />} onClose={onClose}>
      <TripForm draft={draft} />
      <Preview draft={draft} />
    </Sheet>
  );
}

function Preview({ draft }: { draft: TripDraft }) {
  const { file_size_unit: unit } = useUserConfig();
  const plans = useSavePlans();
  return <TripPreview draft={draft} unit={unit} isWifiOnly={plans?.preferences.isWifiOnly ?? false} />;
}

function PackButton({ draft, onPacked }: { draft: TripDraft; onPacked: () => void }) {
  const trips = useTrips();
  const { plan, choice } = draft;
  const count = plan?.videoIds.length ?? 0;
  return (
    <Button
      tone="primary"
      size="large"
      className={styles['pack']}
      disabled={count === 0 || trips === null}
      onClick={(event) => {
        if (event.detail > 1) return; // the second click of a double click
        if (plan) trips?.pack({ ...choice, name: choice.name.trim() || tripTexts.unnamed }, plan.videoIds);
        onPacked();
      }}
    >
      {count === 0 ? tripTexts.pack : tripTexts.packCount(count)}
    </Button>
  );
}
