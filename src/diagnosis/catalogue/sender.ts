import { languageOfClient, type LanguageName } from '../../languages/languages.js';
import { headerOf, type ObservedRequest } from '../observed-request.js';

/** How HTTP clients outside the languages that pvg writes code in begin their User-Agent, or name themselves inside it. */
const otherClients = {
  httpie: /^HTTPie\//,
  godot: /^GodotEngine\b/,
  unreal: /UnrealEngine|(?:\+\+|\/)UE[45]\b/,
  postman: /^PostmanRuntime\//,
  other:
    /^(?:HTTP-Tiny|libwww-perl|Dart\/|insomnia|Deno\/|Bun\/|Swift|CFNetwork|Erlang|hackney|Mozilla\/)|CFNetwork\//,
} as const;

/** A language or client that may have its own advice. */
export type SenderName = LanguageName | keyof typeof otherClients;
export type SenderHints = Readonly<Partial<Record<SenderName, string>>>;

/** The program that somebody named or that User-Agent shows; undefined if none is known. */
export function senderOf({
  headers,
  language,
}: Pick<ObservedRequest, 'headers' | 'language'>): SenderName | undefined {
  if (language !== undefined) return language;
  const userAgent = headerOf(headers, 'user-agent') ?? '';
  const names = Object.keys(otherClients) as (keyof typeof otherClients)[];
  // These clients come before the languages, because Unreal is C++ code but has its own advice.
  return names.find((name) => otherClients[name].test(userAgent)) ?? languageOfClient(userAgent);
}

/** The hint for this sender; all hints if the sender is not known. */
export function hintsFor(hints: SenderHints, sender: SenderName | undefined): string[] {
  if (sender === undefined) return Object.values(hints);
  const hint = hints[sender];
  return hint === undefined ? [] : [hint];
}
