/** Who calls the emulated service, and about whom. */

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly gameId: string;
  /** The same for every demo game. */
  readonly secretKey: string;
}

export interface EmulatedGame {
  readonly secretKey: string;
  /** §2.6: set per game by the operator. */
  readonly xmdtRequired: boolean;
  /** Why every call of this game is refused (§7.2, 409). */
  readonly refusedAs?: 'xmdt_disabled' | 'email_required_unsupported';
}

/** How a player differs from the usual one, who gets a token and has not completed verification. */
export type EmulatedPlayer = 'limited' | 'broken' | { readonly completesAfterMs: number };

export interface MintLimit {
  readonly tokens: number;
  readonly seconds: number;
}

export type MintLimiter = (key: string, nowMs: number) => boolean;

/** A sliding window for each key; a refused request does not count. Without a limit nothing is kept. */
export function mintLimiter(limit: MintLimit | undefined): MintLimiter {
  if (limit === undefined) return () => true;
  let minted: { readonly key: string; readonly atMs: number }[] = [];
  return (key, nowMs) => {
    minted = minted.filter(({ atMs }) => atMs > nowMs - limit.seconds * 1000);
    const isAllowed = minted.filter((each) => each.key === key).length < limit.tokens;
    if (isAllowed) minted.push({ key, atMs: nowMs });
    return isAllowed;
  };
}
