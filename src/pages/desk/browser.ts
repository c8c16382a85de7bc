/** What the browser does for the page. */

export function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A file's name made of a text, without characters that could lead into a folder. */
export function fileName(text: string, ending: string): string {
  const safe = text.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80);
  return `${safe === '' ? 'report' : safe}.${ending}`;
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dayTimeFormat = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const longFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });

/** `Europe/Berlin`: the times that the page formats are of this zone. */
export const { timeZone } = timeFormat.resolvedOptions();

/** A time of today as hours and minutes, any other with its day. */
export function shortTime(iso: string): string {
  const time = new Date(iso);
  const isToday = time.toDateString() === new Date().toDateString();
  return (isToday ? timeFormat : dayTimeFormat).format(time);
}

/** A time with its day, also a time of today. */
export function dayTime(iso: string): string {
  return dayTimeFormat.format(new Date(iso));
}

export function longTime(timeMs: number): string {
  return longFormat.format(timeMs);
}

/** `2026-11-28`, by the clock of this computer. */
export function localDay(time: Date): string {
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

const languageCookie = /(?:^|; )pvg-language=(\w+)/;

/** Kept in a cookie: the other memories of a browser belong to one port, and pvg may get another port at each start. */
export function rememberedLanguage(): string {
  return languageCookie.exec(document.cookie)?.[1] ?? 'en';
}

export function rememberLanguage(language: string): void {
  document.cookie = `pvg-language=${language}; Max-Age=31536000; Path=/; SameSite=Strict`;
}
