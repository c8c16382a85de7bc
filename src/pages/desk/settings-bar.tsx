import { useDesk } from './desk-context.js';
import { EnvironmentBadge } from './environment-badge.js';
import { NameField, SelectField } from './field.js';

interface SettingsBarProps {
  readonly isHidden: boolean;
  /** The ticket as it was typed. */
  readonly ticket: string;
  readonly onTicket: (ticket: string) => void;
  readonly onProfile: (name: string) => void;
  readonly onLanguage: (code: string) => void;
}

/** Ticket, profile and reply language: they stay until they are changed. */
export function SettingsBar({
  isHidden,
  ticket,
  onTicket,
  onProfile,
  onLanguage,
}: SettingsBarProps) {
  const { start, isTicketWrong, profile, language } = useDesk();
  const chosenProfile = start.profiles.find(({ name }) => name === profile);
  return (
    <div
      class={chosenProfile?.environment === 'prod' ? 'settings on-prod' : 'settings'}
      role="group"
      aria-label="Ticket, profile and language"
      hidden={isHidden}
    >
      <NameField
        id="ticket"
        label="Ticket"
        placeholder="none"
        value={ticket}
        problem={isTicketWrong ? 'It cannot begin with @ or -.' : undefined}
        onValue={onTicket}
      />
      <SelectField
        id="profile"
        label="Profile"
        isWide
        value={profile}
        choices={start.profiles.map(({ name, environment }) => ({
          value: name,
          label: `${name} · ${environment}`,
        }))}
        onValue={onProfile}
        beside={chosenProfile && <EnvironmentBadge profile={chosenProfile} />}
      />
      <SelectField
        id="language"
        label="Reply in"
        value={language}
        choices={start.languages.map(({ code, name }) => ({ value: code, label: name }))}
        onValue={onLanguage}
      />
    </div>
  );
}
