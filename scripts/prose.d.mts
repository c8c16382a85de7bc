export function findIdioms(text: string): string[];
