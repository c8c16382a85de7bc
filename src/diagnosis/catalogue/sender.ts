import { languageOfClient, type LanguageName } from '../../languages/languages.js';
import { headerOf, type ObservedRequest } from '../observed-request.js';

/** Clients that are no library of a language that pvg writes code in. */
const otherClients = {
  httpie: /^HTTPie\//,
  godot: /^GodotEngine\b/,
  unreal: /UnrealEngine|(?:\+\+|\/)UE[45]\b/,
  postman: /^PostmanRuntime\//,
  other:
    /^(?:HTTP-Tiny|libwww-perl|Dart\/|insomnia|Deno\/|Bun\/|Swift|CFNetwork|Erlang|hackney|Mozilla\/)|CFNetwork\//,
} as const;

/** What may have advice of its own. */
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
  // Unreal has advice of its own, although its code is C++.
  return names.find((name) => otherClients[name].test(userAgent)) ?? languageOfClient(userAgent);
}

/** The hints for a sender: its own and no other; all of them if the sender is not known. */
export function hintsFor(hints: SenderHints, sender: SenderName | undefined): string[] {
  if (sender === undefined) return Object.values(hints);
  const hint = hints[sender];
  return hint === undefined ? [] : [hint];
}
