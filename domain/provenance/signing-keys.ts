import { X509Certificate } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { SigningKey } from '../../entities/signing-key.js';
import { createHexSecret } from '../contract/ids.js';
import {
  SigningKeyUnusable,
  type CertificateMaker,
  type CertifiedKey,
  type ProvenanceSettings,
  type SigningIdentity,
} from '../ports/content-credentials.js';
import type { Vault } from '../ports/vault.js';

export interface SigningKeyDeps {
  readonly db: DataSource;
  readonly vault: Vault;
  readonly provenance: ProvenanceSettings;
  readonly certificates: CertificateMaker;
}

/** Lead time for replacing this service's own key before its certificate ends. */
const RENEW_MS = 30 * 86_400_000;

/**
 * Finds the current signing key: the operator's key, otherwise the newest key in the database. With
 * the setting `on`, makes a key if there is none or if its certificate ends soon.
 * @throws {SigningKeyUnusable} if there is no key or it cannot be opened
 */
export async function findSigningIdentity(deps: SigningKeyDeps): Promise<SigningIdentity> {
  const { db, vault, provenance } = deps;
  if (provenance.identity) return provenance.identity;
  let leaf = await findNewest(db.manager, 'leaf');
  if (provenance.mode === 'on' && (!leaf || endsSoon(leaf))) {
    await (leaf ? rotateSigningKey(deps, leaf.id) : initSigningKeys(deps));
    leaf = await findNewest(db.manager, 'leaf');
  }
  if (!leaf) throw new SigningKeyUnusable(`There is no signing key. ${INIT}`);
  const root = await db.manager.findOneByOrFail(SigningKey, { id: leaf.rootId ?? '' });
  const { privateKey } = open(vault, leaf);
  return { privateKey, certificates: [leaf.certificate, root.certificate] };
}

/** Returns the SHA-256 of a key's certificate, by which the signatures of keys are distinguished. */
export const readFingerprint = ({ certificates }: SigningIdentity): string =>
  new X509Certificate(certificates[0] ?? '').fingerprint256;

const endsSoon = ({ certificate }: SigningKey): boolean =>
  Date.parse(new X509Certificate(certificate).validTo) < Date.now() + RENEW_MS;

/** Without quotes, because the log leaves quoted text out. */
const INIT =
  'Run npm run admin -- provenance init, or set PROVENANCE_KEY and PROVENANCE_CERTIFICATES.';

/** Lists the roots whose files are ours, in PEM: the keys of the database and of the operator. */
export async function listRoots({ db, provenance }: SigningKeyDeps): Promise<string[]> {
  const rows = await db.manager.findBy(SigningKey, { kind: 'root' });
  const given = provenance.identity?.certificates ?? [];
  return [...rows.map(({ certificate }) => certificate), ...given.slice(-1)];
}

/**
 * Creates a root certificate and a signing key that it certifies, unless they exist.
 * @returns whether it created them
 */
export async function initSigningKeys(deps: SigningKeyDeps): Promise<boolean> {
  const { organization } = deps.provenance;
  return deps.db.transaction(async (tx) => {
    await lock(tx);
    if (await findNewest(tx, 'leaf')) return false;
    const root = await deps.certificates.makeRoot(organization);
    const rootId = await insert(tx, deps.vault, root, null);
    const leaf = await deps.certificates.makeLeaf(root, organization);
    await insert(tx, deps.vault, leaf, rootId);
    return true;
  });
}

/**
 * Makes a new key under the newest root; it signs from then on. Earlier files stay valid, because
 * the root is the same.
 * @param after the key to replace; nothing is made if another process has replaced it
 * @throws {SigningKeyUnusable} if there is no root
 */
export async function rotateSigningKey(deps: SigningKeyDeps, after?: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lock(tx);
    if (after !== undefined && (await findNewest(tx, 'leaf'))?.id !== after) return;
    const root = await findNewest(tx, 'root');
    if (!root) throw new SigningKeyUnusable(`There is no root that could certify a key. ${INIT}`);
    const leaf = await deps.certificates.makeLeaf(
      open(deps.vault, root),
      deps.provenance.organization,
    );
    await insert(tx, deps.vault, leaf, root.id);
  });
}

/** Lets only one process at a time change keys. Does not block readers. */
const lock = (tx: EntityManager) => tx.query('LOCK TABLE signing_key IN SHARE ROW EXCLUSIVE MODE');

const findNewest = (manager: EntityManager, kind: SigningKey['kind']) =>
  manager.findOne(SigningKey, { where: { kind }, order: { createdAt: 'DESC', id: 'DESC' } });

async function insert(
  tx: EntityManager,
  vault: Vault,
  { privateKey, certificate }: CertifiedKey,
  rootId: string | null,
): Promise<string> {
  const id = `sgk_${createHexSecret()}`;
  await tx.insert(SigningKey, {
    id,
    kind: rootId === null ? 'root' : 'leaf',
    rootId,
    certificate,
    privateKey: vault.seal(privateKey, id),
    // Not `now()`, which would be the same for both keys of a transaction.
    createdAt: new Date(),
  });
  return id;
}

function open(vault: Vault, { id, privateKey, certificate }: SigningKey): CertifiedKey {
  try {
    return { privateKey: vault.open(privateKey, id), certificate };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SigningKeyUnusable(
      `The signing key ${id} cannot be opened: ${reason}. Add the SECRETS_KEY that sealed it.`,
    );
  }
}
