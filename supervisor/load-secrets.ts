import { randomBytes } from 'node:crypto';
import { readJson, writePrivateJson } from './private-file.js';

/** Secrets that a checkout generates once and keeps, because its data depends on them. */
export interface Secrets {
  readonly postgresPassword: string;
  readonly s3AccessKey: string;
  readonly s3SecretKey: string;
  /** Encrypts stored secrets; base64 of 32 bytes. */
  readonly secretsKey: string;
  /** The account created at the first start. */
  readonly demo?: DemoAccount;
}

export interface DemoAccount {
  readonly accountId: string;
  readonly apiKey: string;
}

/** Reads the secrets in `file`; generates them if the file does not exist. */
export function loadSecrets(file: string): Secrets {
  const secrets: Secrets = {
    postgresPassword: randomBytes(18).toString('hex'),
    s3AccessKey: randomBytes(10).toString('hex'),
    s3SecretKey: randomBytes(20).toString('hex'),
    secretsKey: randomBytes(32).toString('base64'),
    ...(readJson(file) as Partial<Secrets> | null),
  };
  writePrivateJson(file, secrets);
  return secrets;
}

/** Stores the demo account for later starts. */
export function saveDemoAccount(file: string, secrets: Secrets, demo: DemoAccount): void {
  writePrivateJson(file, { ...secrets, demo });
}
