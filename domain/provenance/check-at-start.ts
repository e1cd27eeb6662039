import type { Log } from '../ports/log.js';
import type { CredentialSigner } from '../ports/content-credentials.js';
import { findSigningIdentity, type SigningKeyDeps } from './signing-keys.js';

/**
 * Checks at the start of a process whether outputs can be signed.
 * @throws {SigningKeyUnusable} with the next step, if signing is required; otherwise the problem is
 * logged
 */
export async function checkSigningKey(
  deps: SigningKeyDeps & {
    readonly credentialSigner: CredentialSigner;
    readonly log: Pick<Log, 'warn' | 'error'>;
  },
): Promise<void> {
  const { mode } = deps.provenance;
  if (mode === 'off') {
    deps.log.warn({ setting: 'PROVENANCE' }, 'outputs are not signed (docs/provenance.md)');
    return;
  }
  try {
    deps.credentialSigner.check(await findSigningIdentity(deps));
  } catch (err) {
    if (mode === 'required') throw err;
    deps.log.error({ err }, 'outputs cannot be signed, so none is delivered');
  }
}
