import { X509Certificate } from 'node:crypto';
import {
  findSigningIdentity,
  initSigningKeys,
  listRoots,
  rotateSigningKey,
  type SigningKeyDeps,
} from '../../domain/provenance/signing-keys.js';
import { SigningKeyUnusable } from '../../domain/ports/content-credentials.js';
import { NotConnected } from '../../runtime/connection.js';
import { createKeyDeps } from '../../runtime/credentials.js';
import { readEnvironment } from '../../runtime/env.js';
import { createVault } from '../../runtime/vault.js';
import { buildResign } from './resign.js';
import type { Command, Outcome } from './command.js';
import type { Admin } from './open.js';

const init: Command = {
  name: 'provenance init',
  summary: 'Make a root and a key that signs outputs, unless there are some',
  run: (admin) =>
    withKeys(admin, async (deps) => {
      const made = await initSigningKeys(deps);
      return describe(deps, made ? 'A root and a key were made.' : 'There is a key already.');
    }),
};

const rotate: Command = {
  name: 'provenance rotate',
  summary: 'Make a new key under the same root; earlier files stay valid',
  run: (admin) =>
    withKeys(admin, async (deps) => {
      await rotateSigningKey(deps);
      return describe(deps, 'A new key signs from now on.');
    }),
};

const roots: Command = {
  name: 'provenance roots',
  summary: 'Print the root certificates, for people who check files elsewhere',
  run: (admin) =>
    withKeys(admin, async (deps) => {
      const certificates = await listRoots(deps);
      return { data: { certificates }, text: certificates.join('\n') };
    }),
};

export const provenanceCommands: readonly Command[] = [init, rotate, roots, buildResign(withKeys)];

async function withKeys(
  { db, env }: Admin,
  work: (deps: SigningKeyDeps) => Promise<Outcome>,
): Promise<Outcome> {
  // Without SECRETS_KEY the parser uses a placeholder, which cannot open any stored secret.
  if (!readEnvironment()['SECRETS_KEY']?.trim())
    throw new NotConnected('Set SECRETS_KEY to the value that the platform uses.');
  try {
    return await work({ db, vault: createVault(env.secretsKeys), ...createKeyDeps(env) });
  } catch (error) {
    // The message contains the next step, so do not print a stack trace.
    throw error instanceof SigningKeyUnusable ? new NotConnected(error.message) : error;
  }
}

async function describe(deps: SigningKeyDeps, note: string): Promise<Outcome> {
  const { certificates } = await findSigningIdentity(deps);
  const { subject, validFrom, validTo, fingerprint256 } = new X509Certificate(
    certificates[0] ?? '',
  );
  const data = {
    subject: subject.replaceAll('\n', ', '),
    valid_from: validFrom,
    valid_to: validTo,
    fingerprint_sha256: fingerprint256,
  };
  const given = 'PROVENANCE_KEY is set, so the keys of the database do not sign.';
  return { data, note: deps.provenance.identity ? `${note} ${given}` : note };
}
