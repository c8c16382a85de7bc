/**
 * The environment of a child process: without pvg's variables, which may contain secrets, and without Node's, which may
 * switch on reports and traces that would contain them.
 */
export const childEnv = (env: Readonly<Record<string, string | undefined>>): Record<string, string> => {
  const kept = Object.entries(env).filter(
    ([name, value]) => value !== undefined && !/^(PVG_|NODE_)/.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
};
