/** §1.3: two environments of each interface; never mixed. */
export type Environment = 'dev' | 'prod';

/** The environment with this exact name; undefined for any other text. */
export function parseEnvironment(text: string): Environment | undefined {
  if (/^(?:dev|development|sandbox)$/i.test(text)) return 'dev';
  return /^(?:prod|production)$/i.test(text) ? 'prod' : undefined;
}
