import { useCallback, useRef, useState } from 'preact/hooks';
import type { StartAnswer } from '../../desk/wire.js';
import { Prose } from '../shared/prose.js';
import { rememberedLanguage, rememberLanguage, timeZone } from './browser.js';
import { DeskContext, type Desk, type TextToOpen } from './desk-context.js';
import { useConnection, type ConnectionState } from './use-connection.js';
import { useDrafts } from './use-drafts.js';
import { ExplainTab } from './explain-tab.js';
import { JournalTab } from './journal-tab.js';
import { PlayerTab, type PlayerToOpen } from './player-tab.js';
import { PurchaseTab } from './purchase-tab.js';
import { languageOf, addLanguageChoice, type LanguageChoices } from './reply-language.js';
import { SettingsBar } from './settings-bar.js';
import { TicketHistory } from './ticket-history.js';
import { useTicketJournal, type TicketJournal } from './ticket-journal.js';
import { findReplyLanguage, ticketAlone } from './ticket-lines.js';

const tabs = ['Purchase', 'Player', 'Explain', 'Journal'] as const;
type TabName = (typeof tabs)[number];

const ticketKey = 'pvg-ticket';
const profileKey = 'pvg-profile';

/** The page once pvg has answered: settings above, a tab, and the ticket so far beside it. */
export function DeskRoom({ start }: { readonly start: StartAnswer }) {
  const [tab, setTab] = useState<TabName>('Purchase');
  const { ticket, changeTicket, openedTicket, openTicket } = useTicket(setTab);
  const { profile, changeProfile } = useProfile(start);
  const [journalVersion, setJournalVersion] = useState(0);
  const { connection, setConnected } = useConnection();
  const { announcement, announce } = useAnnouncement();
  const { playerToOpen, ...handover } = useHandover(setTab);
  const journalChanged = useCallback(() => setJournalVersion((before) => before + 1), []);
  // The tools refuse such a ticket, too: on a command line `-` begins an option, and `@` the name of a file.
  const isTicketWrong = /^[@-]/.test(ticket);
  const usableTicket = isTicketWrong ? '' : ticketAlone(ticket);
  const ticketJournal = useTicketJournal(usableTicket, journalVersion);
  const { language, chooseLanguage } = useLanguage(start, usableTicket, ticketJournal);
  const { drafts, keepDraft } = useDrafts();
  const desk: Desk = {
    start,
    ticket: usableTicket,
    isTicketWrong,
    profile,
    language,
    journalVersion,
    journalChanged,
    ticketJournal,
    setConnected,
    announce,
    drafts,
    keepDraft,
    changeTicket,
    openedTicket,
    openTicket,
    ...handover,
  };
  const environment = start.profiles.find(({ name }) => name === profile)?.environment;
  return (
    <DeskContext.Provider value={desk}>
      <PageHead {...{ tab, setTab, connection }} isOnProd={environment === 'prod'} />
      <main class="room">
        <ConnectionBanner connection={connection} />
        <SettingsBar
          isHidden={tab === 'Journal' || tab === 'Explain'}
          ticket={ticket}
          onTicket={changeTicket}
          onProfile={changeProfile}
          onLanguage={chooseLanguage}
        />
        <Tabs tab={tab} playerToOpen={playerToOpen} />
        <p class="soft">Times without a zone are in {timeZone}.</p>
      </main>
      <p class="unseen" aria-live="polite">
        {announcement}
      </p>
    </DeskContext.Provider>
  );
}

/** The ticket as it was typed. `openedTicket` is the same if it was opened with a button instead, else empty. */
function useTicket(setTab: (tab: TabName) => void) {
  const [ticket, setTicket] = useState(sessionStorage.getItem(ticketKey) ?? '');
  const [openedTicket, setOpenedTicket] = useState('');
  const setBoth = (text: string, opened: string): void => {
    sessionStorage.setItem(ticketKey, text);
    setTicket(text);
    setOpenedTicket(opened);
  };
  const changeTicket = (text: string): void => setBoth(text, '');
  const openTicket = (text: string): void => {
    setBoth(text, text);
    setTab('Purchase');
  };
  return { ticket, changeTicket, openedTicket, openTicket };
}

/** What one tab hands to another. */
function useHandover(setTab: (tab: TabName) => void) {
  const [playerToOpen, setPlayerToOpen] = useState<PlayerToOpen>({ username: '' });
  const [textToOpen, setTextToOpen] = useState<TextToOpen>({ text: '' });
  const [codeToOpen, setCodeToOpen] = useState<TextToOpen>({ text: '' });
  const openPlayer = (username: string): void => {
    setPlayerToOpen({ username });
    setTab('Player');
  };
  const openPurchase = (text: string): void => {
    setTextToOpen({ text });
    setTab('Purchase');
  };
  const openExplain = (text: string): void => {
    setCodeToOpen({ text });
    setTab('Explain');
  };
  return { playerToOpen, openPlayer, textToOpen, openPurchase, codeToOpen, openExplain };
}

function useProfile(start: StartAnswer) {
  const [profile, setProfile] = useState(initialProfile(start));
  const changeProfile = (name: string): void => {
    sessionStorage.setItem(profileKey, name);
    setProfile(name);
  };
  return { profile, changeProfile };
}

/** The profile that was used in this tab of the browser, if it is still stored. */
function initialProfile({ profiles }: StartAnswer): string {
  const kept = sessionStorage.getItem(profileKey);
  return profiles.find(({ name }) => name === kept)?.name ?? profiles[0]?.name ?? 'local';
}

function initialLanguage({ languages }: StartAnswer): string {
  const kept = rememberedLanguage();
  return languages.some(({ code }) => code === kept) ? kept : 'en';
}

/** The language in which the player of this ticket reads; of a new ticket, what the person chose last. */
function useLanguage(start: StartAnswer, ticket: string, journal: TicketJournal | undefined) {
  const [choices, setChoices] = useState<LanguageChoices>(() => ({
    forNewTickets: initialLanguage(start),
    byTicket: new Map(),
  }));
  const replyLanguage = journal && findReplyLanguage(journal.lines);
  const isKnown = start.languages.some(({ code }) => code === replyLanguage);
  const openTicket = { ticket, replyLanguage: isKnown ? replyLanguage : undefined };
  const chooseLanguage = (code: string): void => {
    const next = addLanguageChoice(choices, openTicket, code);
    rememberLanguage(next.forNewTickets);
    setChoices(next);
  };
  return { language: languageOf(choices, openTicket), chooseLanguage };
}

interface PageHeadProps {
  readonly tab: TabName;
  readonly setTab: (tab: TabName) => void;
  readonly connection: ConnectionState;
  readonly isOnProd: boolean;
}

function PageHead({ tab, setTab, connection, isOnProd }: PageHeadProps) {
  return (
    <header class={isOnProd ? 'bar on-prod' : 'bar'}>
      <h1>
        pvg <span>desk</span>
      </h1>
      <nav aria-label="What to do">
        {tabs.map((name) => (
          <button
            type="button"
            key={name}
            aria-current={tab === name ? 'page' : undefined}
            onClick={() => setTab(name)}
          >
            {name}
          </button>
        ))}
      </nav>
      <p class={connection === 'connected' ? 'state' : 'state away'} role="status">
        {connectionWords[connection]}
      </p>
    </header>
  );
}

/** Short words for the bar. The banner says why the page is not connected. */
const connectionWords: Readonly<Record<ConnectionState, string>> = {
  connected: 'connected',
  ended: 'pvg has ended',
  lost: 'not connected',
  refused: 'not connected',
};

const startAgain =
  'Your text stays here. If you start it again, it prints a new address: copy your text before you open that.';

const bannerWords: Readonly<Record<Exclude<ConnectionState, 'connected'>, string>> = {
  ended: `\`pvg desk\` has ended. ${startAgain}`,
  lost: `pvg does not answer. Is \`pvg desk\` still running? ${startAgain}`,
  refused:
    'Another `pvg desk` was started, and this page is of the one before. Open the address that it printed. Copy your text first.',
};

function ConnectionBanner({ connection }: Pick<PageHeadProps, 'connection'>) {
  if (connection === 'connected') return null;
  return (
    <p class="banner" role="alert">
      <Prose text={bannerWords[connection]} />
    </p>
  );
}

interface TabsProps {
  readonly tab: TabName;
  readonly playerToOpen: PlayerToOpen;
}

/** All tabs stay in the page, only hidden, so that a look at another tab loses nothing. */
function Tabs({ tab, playerToOpen }: TabsProps) {
  return (
    <>
      <div hidden={tab !== 'Journal'}>
        <JournalTab isShown={tab === 'Journal'} />
      </div>
      <WorkTabs tab={tab} playerToOpen={playerToOpen} />
    </>
  );
}

/** The tabs that have the ticket so far beside them. */
function WorkTabs({ tab, playerToOpen }: TabsProps) {
  return (
    <div class="columns" hidden={tab === 'Journal'}>
      <div>
        <div hidden={tab !== 'Purchase'}>
          <PurchaseTab isShown={tab === 'Purchase'} />
        </div>
        <div hidden={tab !== 'Player'}>
          <PlayerTab isShown={tab === 'Player'} playerToOpen={playerToOpen} />
        </div>
        <div hidden={tab !== 'Explain'}>
          <ExplainTab isShown={tab === 'Explain'} />
        </div>
      </div>
      <TicketHistory />
    </div>
  );
}

const announcedMs = 5_000;

/** What a screen reader says. It goes away: whoever reads the page later must not take it for new. */
function useAnnouncement() {
  const [announcement, setAnnouncement] = useState('');
  const timer = useRef(0);
  const announce = useCallback((words: string) => {
    window.clearTimeout(timer.current);
    setAnnouncement(words);
    timer.current = window.setTimeout(() => setAnnouncement(''), announcedMs);
  }, []);
  return { announcement, announce };
}
