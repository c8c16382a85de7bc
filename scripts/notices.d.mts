export function packageFolders(files: readonly string[]): string[];
export function notices(root: string, files: readonly string[]): string;
