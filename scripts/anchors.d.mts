export function anchorOf(text: string): string;
