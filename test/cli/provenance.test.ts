import { expect } from 'chai';
import { freshDatabase } from '../entities/fresh-database.js';
import { runCommand } from './run-command.js';

const SECRETS_KEY = Buffer.alloc(32, 'keys').toString('base64');

describe('admin provenance', () => {
  const fresh = freshDatabase();
  const run = (words: readonly string[], env: Record<string, string> = { SECRETS_KEY }) =>
    runCommand('cli/admin/main.ts', ['provenance', ...words], {
      DATABASE_URL: fresh.url,
      PROVENANCE_ORGANIZATION: 'Example, Inc.',
      ...env,
    });
  const read = async (verb: string): Promise<Record<string, unknown>> => {
    const { code, stdout } = await run([verb, '--json']);
    expect(code, stdout).to.equal(0);
    return JSON.parse(stdout);
  };

  it('requires the key for secrets', async () => {
    expect(await run(['init'], {})).to.include({
      code: 1,
      stderr: 'Set SECRETS_KEY to the value that the platform uses.\n',
    });
  });

  it('cannot rotate a key that does not exist, and names the next step', async () => {
    const { code, stderr } = await run(['rotate']);
    expect(code).to.equal(1);
    expect(stderr).to.match(/no root.*provenance init/);
  });

  it('makes a key, keeps it on a second init, and rotates it', async () => {
    const made = await read('init');
    expect(made).to.have.property('subject', 'O=Example\\, Inc., CN=Content Credentials');
    const fingerprint = made['fingerprint_sha256'];
    expect(await read('init')).to.include({ fingerprint_sha256: fingerprint });
    const rotated = await read('rotate');
    expect(rotated).to.have.property('fingerprint_sha256').not.equal(fingerprint);
    expect((await read('roots'))['certificates']).to.have.length(1);
    expect((await run(['roots'])).stdout).to.match(/^-----BEGIN CERTIFICATE-----/);
  });
});
