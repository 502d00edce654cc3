// The key for TubeArchivist's membership platform, the profile that the key belongs to, and a button that sends the subscriptions there.
// The key is never stored on the device, but fetched when the user wants to see it.
import { useState } from 'react';
import type { WireMembershipProfile } from '../../contract/names.ts';
import { useSettingsCommands } from '../../commands/use-settings-commands.ts';
import type { CommandFailure } from '../../commands/command-failure.ts';
import { usePageDocument } from '../../queries/page-documents.ts';
import { useRetryReads } from '../../queries/sync.ts';
import { appSettingsTexts } from '../../texts/app-settings.ts';
import { errorTexts } from '../../texts/errors.ts';
import { Button } from '../../ui/button.tsx';
import { anyText, orUnset } from '../../ui/field-draft.ts';
import { ValueField } from '../../ui/value-field.tsx';
import { CommandButton } from '../../features/commands/command-button.tsx';
import { commandErrorText } from '../../features/commands/command-error-text.ts';
import { failureText, type Failure } from '../../features/page/failure-text.ts';
import { SettingCard, SettingRow } from '../../features/settings/setting-card.tsx';
import { ViewContent } from '../../features/settings/staff-settings-page.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { SectionIcon } from './section-icon.tsx';
import styles from './application-settings.module.css';

const texts = appSettingsTexts.membership;

const parseKey = orUnset(anyText);

export function MembershipCard({ id }: { id: string }) {
  const view = usePageDocument('page:membership');
  return (
    <SettingCard title={appSettingsTexts.sections.membership} icon={<SectionIcon name="membership" />} id={id}>
      <ViewContent view={view} isSmall>
        {({ hasToken }) => (
          <>
            <KeyRow hasToken={hasToken} />
            {hasToken ? (
              <>
                <ProfileRow />
                <SyncRow />
              </>
            ) : null}
          </>
        )}
      </ViewContent>
    </SettingCard>
  );
}

/** The text for a failure. The platform's own message becomes 'Error: {message}' (SPEC §8). */
function membershipErrorText(failure: CommandFailure): string {
  return failure.kind === 'refused' ? texts.error(failure.message ?? errorTexts.badRequest) : commandErrorText(failure);
}

type KeyState = { name: 'hidden' } | { name: 'shown'; key: string | null };

function KeyRow({ hasToken }: { hasToken: boolean }) {
  const { getMembershipToken, setMembershipToken, deleteMembershipToken } = useSettingsCommands();
  const isAway = useIsAway();
  const [keyState, setKeyState] = useState<KeyState>({ name: 'hidden' });

  async function show() {
    const result = await getMembershipToken();
    if (result.ok) setKeyState({ name: 'shown', key: result.value });
    return result;
  }

  async function save(key: string | null): Promise<string | null> {
    const result = await (key === null ? deleteMembershipToken() : setMembershipToken(key));
    if (result.ok && keyState.name === 'shown') setKeyState({ name: 'shown', key });
    return result.ok ? null : membershipErrorText(result.error);
  }

  return (
    <SettingRow label={texts.label} help={texts.help}>
      {(ids) => (
        <>
          <ValueField<string | null>
            key={keyState.name}
            {...ids}
            name={texts.label}
            variant="code"
            savedValue={keyState.name === 'shown' ? keyState.key : null}
            parse={parseKey}
            placeholder={hasToken ? texts.stored : texts.none}
            action={texts.save}
            isReadOnly={isAway}
            onSave={save}
          />
          {hasToken && keyState.name === 'hidden' ? (
            <CommandButton icon="eye" isDisabled={isAway} run={show}>
              {texts.show}
            </CommandButton>
          ) : null}
          {keyState.name === 'shown' ? (
            <Button icon="eye-struck" onClick={() => setKeyState({ name: 'hidden' })}>
              {texts.hide}
            </Button>
          ) : null}
          {hasToken ? (
            <CommandButton
              tone="danger"
              isDisabled={isAway}
              run={async () => {
                const result = await deleteMembershipToken();
                if (result.ok) setKeyState({ name: 'hidden' });
                return result;
              }}
            >
              {texts.forget}
            </CommandButton>
          ) : null}
        </>
      )}
    </SettingRow>
  );
}

/** The profile. The archive asks the platform at each request. While the platform is unavailable, its last answer is shown. */
function ProfileRow() {
  const view = usePageDocument('page:membership-profile');
  const retry = useRetryReads();
  switch (view.state) {
    case 'loading':
      return <SettingRow label={texts.profile} note={<p className={styles['fact']}>{texts.asking}</p>} />;
    case 'ready':
      return <SettingRow label={texts.profile} note={<Profile profile={view.data} />} />;
    default:
      return (
        <SettingRow
          label={texts.profile}
          note={
            <p role="alert" className={styles['problem']}>
              {view.state === 'missing' ? profileErrorText(view) : texts.error(errorTexts.badRequest)}
            </p>
          }
        >
          {() => (
            <Button icon="retry" onClick={retry}>
              {texts.askAgain}
            </Button>
          )}
        </SettingRow>
      );
  }
}

/** The platform's error (SPEC §8), or the reason why the request did not reach the platform. */
function profileErrorText({ failure, message }: { failure: Failure; message: string | null }): string {
  switch (failure) {
    case 'unreachable':
    case 'captive':
    case 'proxy-login':
    case 'signed-out':
    case 'forbidden':
      return failureText(failure, message);
    default:
      return texts.error(message ?? errorTexts.badRequest);
  }
}

function Profile({ profile: { user, sponsor_tier: tier, subscription_count: count, is_connected: isConnected } }: { profile: WireMembershipProfile }) {
  const facts: [string, string][] = [
    [texts.user, user.username],
    [texts.tier, [tier.name, tier.description].filter(Boolean).join(': ')],
    [texts.subscriptions, texts.of(count, tier.max_subs)],
  ];
  // Only newer servers report the connection.
  if (isConnected !== undefined) facts.push([texts.connected, isConnected ? texts.isConnected : texts.isNotConnected]);
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function SyncRow() {
  const { syncMembership } = useSettingsCommands();
  const isAway = useIsAway();
  return (
    <SettingRow label={texts.syncLabel} help={texts.syncHelp}>
      {() => (
        <CommandButton isDisabled={isAway} run={syncMembership} failureText={membershipErrorText} doneText={texts.synced}>
          {texts.sync}
        </CommandButton>
      )}
    </SettingRow>
  );
}
