import { randomUUID } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { openAnswer, sealAnswer } from '../../domain/durable/idempotency-keys.js';
import type { Vault } from '../../domain/ports/vault.js';
import { createVault } from '../../runtime/vault.js';
import { buildAccount } from '../support/accounts.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { runCommand } from './run-command.js';

const keyOf = (fill: string): string => Buffer.alloc(32, fill).toString('base64');
const [OLD, NEW, LOST] = ['old', 'new', 'lost'].map(keyOf) as [string, string, string];
/** Enough rows for more than two batches. */
const WEBHOOKS = 450;

interface Report {
  readonly done: boolean;
  readonly left: number;
  readonly columns: { column: string; resealed: number; left: Record<string, number> }[];
}

describe('admin secrets reseal', () => {
  const fresh = freshDatabase();
  const claims = Array.from({ length: 3 }, () => ({ key: randomUUID(), fingerprint: '' }));
  let accountId: string;

  before(async () => {
    ({ accountId } = await buildAccount(fresh.db));
    const vault = createVault([OLD]);
    for (let n = 0; n < WEBHOOKS; n += 1) await insertWebhook(vault, webhookId(n));
    for (const claim of claims) {
      const answer = { status: 201, body: '{"secret":"whsec_answer"}' };
      const { body } = sealAnswer(vault, { accountId, ...claim }, answer);
      await insertAnswer(claim.key, body);
    }
    await insertAnswer('open', '{"id":"gen_1"}');
    for (const version of [1, 12]) await insertTokens(vault, version);
    await insertLink(vault);
    await insertCallbackSecret(vault);
    await insertSigningKey(vault);
  });

  const webhookId = (n: number): string => `whk_${String(n).padStart(32, '0')}`;
  const insertWebhook = (vault: Vault, id: string) =>
    fresh.db.query(
      `INSERT INTO webhook_endpoint
         (id, account_id, url, events, description, secret, previous_secret)
       VALUES ($1, $2, 'https://example.com/', '{}', '', $3, $4)`,
      [id, accountId, vault.seal(`secret of ${id}`, id), vault.seal(`before ${id}`, id)],
    );
  const insertAnswer = (key: string, body: string) =>
    fresh.db.query(
      `INSERT INTO idempotency_key (account_id, key, fingerprint, status, body)
       VALUES ($1, $2, '', 201, $3)`,
      [accountId, key, body],
    );

  const insertTokens = (vault: Vault, version: number) =>
    fresh.db.query(
      `INSERT INTO social_account (id, account_id, character_id, platform, remote_id, username,
         scopes, tokens, token_version, tokens_at, next_refresh_at, fee_due_at)
       VALUES ($1, $2, $1, 'tiktok', '1', 'ava', '{}', $3, $4, now(), now(), now())`,
      [
        `sac_${version}`,
        accountId,
        vault.seal(`tokens ${version}`, `sac_${version}|tiktok|${version}`),
        version,
      ],
    );
  const insertLink = (vault: Vault) =>
    fresh.db.query(
      `INSERT INTO social_connect_link
         (token_hash, account_id, character_id, platform, redirect_url, expires_at, verifier)
       VALUES ('hash', $1, '', 'tiktok', '', now(), $2)`,
      [accountId, vault.seal('verifier', 'hash')],
    );

  const insertCallbackSecret = (vault: Vault) =>
    fresh.db.query(
      'INSERT INTO callback_secret (account_id, secret, previous_secret) VALUES ($1, $2, $3)',
      [accountId, vault.seal('callback', accountId), vault.seal('before', accountId)],
    );

  const insertSigningKey = (vault: Vault) =>
    fresh.db.query(
      `INSERT INTO signing_key (id, kind, certificate, private_key) VALUES ('key', 'root', '', $1)`,
      [vault.seal('private key', 'key')],
    );

  async function reseal(keys: string): Promise<{ code: number; report: Report }> {
    const env = { DATABASE_URL: fresh.url, SECRETS_KEY: keys };
    const words = ['secrets', 'reseal', '--json'];
    const { code, stdout } = await runCommand('cli/admin/main.ts', words, env);
    return { code, report: JSON.parse(stdout) };
  }
  const sums = ({ columns }: Report): Record<string, number> =>
    Object.fromEntries(columns.map(({ column, resealed }) => [column, resealed]));

  it('requires the keys, and changes nothing if they are missing', async () => {
    const env = { DATABASE_URL: fresh.url };
    const ended = await runCommand('cli/admin/main.ts', ['secrets', 'reseal'], env);
    expect([ended.code, ended.stderr]).to.deep.equal([
      1,
      'Set SECRETS_KEY to the value that the platform uses: new key, comma, old key.\n',
    ]);
  });

  it('encrypts everything with the first key, so that the other keys are no longer needed', async () => {
    const { code, report } = await reseal(`${NEW},${OLD}`);
    expect(code).to.equal(0);
    expect(report).to.deep.include({ done: true, left: 0 });
    expect(sums(report)).to.deep.equal({
      'webhook_endpoint.secret': WEBHOOKS,
      'webhook_endpoint.previous_secret': WEBHOOKS,
      'idempotency_key.body': claims.length,
      'social_account.tokens': 2,
      'social_connect_link.verifier': 1,
      'callback_secret.secret': 1,
      'callback_secret.previous_secret': 1,
      'signing_key.private_key': 1,
    });
    const vault = createVault([NEW]);
    const rows: { id: string; secret: string; previous_secret: string }[] = await fresh.db.query(
      'SELECT id, secret, previous_secret FROM webhook_endpoint',
    );
    for (const { id, secret, previous_secret: previous } of rows) {
      expect(vault.open(secret, id)).to.equal(`secret of ${id}`);
      expect(vault.open(previous, id)).to.equal(`before ${id}`);
    }
    for (const claim of claims) {
      const [answer] = await fresh.db.query(
        'SELECT status, body FROM idempotency_key WHERE key = $1',
        [claim.key],
      );
      const opened = openAnswer(vault, { accountId, ...claim }, answer);
      expect(opened.body).to.equal('{"secret":"whsec_answer"}');
    }
    const accounts: { tokens: string; token_version: number }[] = await fresh.db.query(
      'SELECT tokens, token_version FROM social_account',
    );
    for (const { tokens, token_version: version } of accounts) {
      const opened = vault.open(tokens, `sac_${version}|tiktok|${version}`);
      expect(opened).to.equal(`tokens ${version}`);
    }
    const [link] = await fresh.db.query('SELECT verifier FROM social_connect_link');
    expect(vault.open(link.verifier, 'hash')).to.equal('verifier');
    const [callback] = await fresh.db.query('SELECT secret, previous_secret FROM callback_secret');
    expect(vault.open(callback.secret, accountId)).to.equal('callback');
    expect(vault.open(callback.previous_secret, accountId)).to.equal('before');
    const [key] = await fresh.db.query('SELECT private_key FROM signing_key');
    expect(vault.open(key.private_key, 'key')).to.equal('private key');
  });

  it('changes nothing on a second run, and continues after an interruption', async () => {
    expect(sums((await reseal(`${NEW},${OLD}`)).report)).to.deep.equal({
      'webhook_endpoint.secret': 0,
      'webhook_endpoint.previous_secret': 0,
      'idempotency_key.body': 0,
      'social_account.tokens': 0,
      'social_connect_link.verifier': 0,
      'callback_secret.secret': 0,
      'callback_secret.previous_secret': 0,
      'signing_key.private_key': 0,
    });
    const id = webhookId(7);
    const sealed = createVault([OLD]).seal('rotated meanwhile', id);
    await fresh.db.query('UPDATE webhook_endpoint SET secret = $2 WHERE id = $1', [id, sealed]);
    const { report } = await reseal(`${NEW},${OLD}`);
    expect(sums(report)['webhook_endpoint.secret']).to.equal(1);
  });

  it("keeps a value that cannot be decrypted with any key, and names the value's key", async () => {
    const id = webhookId(8);
    const sealed = createVault([LOST]).seal('of a lost key', id);
    await fresh.db.query('UPDATE webhook_endpoint SET secret = $2 WHERE id = $1', [id, sealed]);
    const { code, report } = await reseal(`${NEW},${OLD}`);
    expect([code, report.done, report.left]).to.deep.equal([1, false, 1]);
    expect(report.columns[0]?.left).to.deep.equal({ [sealed.split('.')[1] ?? '']: 1 });
    const [row] = await fresh.db.query('SELECT secret FROM webhook_endpoint WHERE id = $1', [id]);
    expect(row.secret).to.equal(sealed);
  });

  it('covers exactly the modules that encrypt', async () => {
    const sealing: string[] = [];
    for (const folder of ['activities', 'api', 'domain', 'workers']) {
      for await (const path of glob(`${folder}/**/*.ts`)) {
        if ((await readFile(path, 'utf8')).includes('.seal(')) sealing.push(path);
      }
    }
    expect(sealing).to.have.members([
      // Encrypts a cookie that is valid for ten minutes. Its contents are not stored in a row.
      'api/middleware/email-cookie.ts',
      'domain/durable/reseal.ts',
      // Encrypts the key of a device login, which is deleted within eleven minutes.
      'domain/identity/answer-device-login.ts',
      'domain/durable/idempotency-keys.ts',
      'domain/provenance/signing-keys.ts',
      'domain/social/accounts/token-columns.ts',
      'domain/social/connect/begin-authorization.ts',
      'domain/webhooks/callback-secret.ts',
      'domain/webhooks/change-webhook.ts',
      'domain/webhooks/register-webhook.ts',
    ]);
  });
});
