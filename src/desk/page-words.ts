import { outcomeWords } from './outcome-words.js';

/** What pvg says at a terminal, in the words of the page: nobody types a command there, and an agent has no server log. */

type Rewording = readonly [terminal: RegExp, page: (whole: string, ...parts: string[]) => string];

const developersHaveIt = (_whole: string, initial: string, what: string): string => {
  const verb = initial === 'C' ? 'Ask' : 'ask';
  const object = what === 'it' ? 'the receipt' : what.replace(/,$/, '');
  return `${verb} the game’s developers for ${object} again, in one piece`;
};

const rewordings: readonly Rewording[] = [
  [
    /needs (a profile of your game|a prod profile): `pvg profile list`/g,
    (_whole, profile) => `needs ${profile}: choose it above`,
  ],
  [
    /\b([Cc])opy (it|the receipt|the purchase JSON, or the receipt alone,) again,?(?: in one piece,?)? from the game’s server log/g,
    developersHaveIt,
  ],
  [/(?: \([^()\s]+\))? at character \d+(?: of \d+)?/g, () => ''],
  [/ \(U\+[0-9A-F]{4,6}\)/g, () => ''],
  [/^HTTP (\d{3})\. (?=Trying again)/, (_whole, status) => `The service failed (${status}). `],
  [/Trying again in ([\d.]+ s)\./g, (_whole, wait) => `pvg asks again in ${wait} by itself.`],
  [
    /^Unusual: (?:[\w[\]]+\.)*(\w+)$/,
    (_whole, member) => `Unusual: the ${member.replaceAll('_', ' ')}`,
  ],
];

/** Ids of one word are words of English, too. */
const namedIds = Object.keys(outcomeWords).filter((id) => id.includes('-'));
const idsInText = new RegExp(`(?<![\\w-])\`?(${namedIds.join('|')})\`?(?![\\w-])`, 'g');
const wordsById: Readonly<Record<string, string>> = outcomeWords;

export function inPageWords(text: string): string {
  const reworded = rewordings.reduce(
    (before, [terminal, page]) => before.replace(terminal, page),
    text,
  );
  return reworded.replace(idsInText, (_whole, id: string) => `“${wordsById[id] ?? id}”`);
}

/** The report that is saved from the page: it goes to people who have no terminal. */
export function reportInPageWords(html: string): string {
  return html
    .replaceAll('Replies printed for the player', 'Replies to the player')
    .replaceAll(/ \(see <code>pvg help [a-z-]+<\/code>\)/g, '')
    .replaceAll(/<div><dt>Exit status<\/dt><dd>.*?<\/dd><\/div>\n/g, '')
    .replaceAll(
      /(<dt>Unusual: )(?:[\w[\]]+\.)*(\w+)(?=<\/dt>)/g,
      (_whole, label: string, member: string) => {
        return `${label}the ${member.replaceAll('_', ' ')}`;
      },
    );
}
