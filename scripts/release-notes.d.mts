export function releaseNotes(changelog: string, tag: string): string;
