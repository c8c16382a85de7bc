/** §1.3: two environments of each interface; never mixed. */
export type Environment = 'dev' | 'prod';

const names: Readonly<Record<string, Environment>> = {
  dev: 'dev',
  development: 'dev',
  sandbox: 'dev',
  prod: 'prod',
  production: 'prod',
};

/** `sandbox` and `development` mean `dev`, `production` means `prod`; anything else is not an environment. */
export const parseEnvironment = (text: string): Environment | undefined =>
  Object.hasOwn(names, text.toLowerCase()) ? names[text.toLowerCase()] : undefined;
