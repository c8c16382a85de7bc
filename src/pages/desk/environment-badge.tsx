import type { DeskProfile } from '../../desk/wire.js';

/** The environment in a word and a colour; prod stands out. */
export function EnvironmentBadge({
  profile: { environment, isDemo },
}: {
  readonly profile: Pick<DeskProfile, 'environment' | 'isDemo'>;
}) {
  if (environment === 'prod') return <span class="env prod">PROD</span>;
  return <span class="env">{isDemo ? 'demo' : 'dev'}</span>;
}
