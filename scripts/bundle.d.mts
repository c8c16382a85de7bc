export function commandNames(): string[];
export function bundles(options?: { readonly write?: boolean }): Promise<Record<string, object>>;
