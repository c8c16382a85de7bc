import open from 'open';

interface Desktop {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
}

/** Opens an address in the user's browser; false where there is no screen, or nothing that opens it. */
export async function openInBrowser(address: string, desktop: Desktop): Promise<boolean> {
  if (!hasScreen(desktop)) return false;
  try {
    const child = await open(address);
    // A missing program is told only after it has returned; nobody waits for that.
    child.once('error', () => undefined);
    return true;
  } catch {
    return false;
  }
}

/** Over ssh the browser would open on the other computer, or nowhere. */
function hasScreen({ env, platform }: Desktop): boolean {
  if (env['SSH_CONNECTION'] !== undefined) return false;
  if (platform === 'win32' || platform === 'darwin') return true;
  return Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);
}
