import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readPlatformSource } from '../../runtime/connection.js';
import { readSettings } from '../../supervisor/settings.js';
import { buildPlatformEnv, type Ports } from '../../supervisor/wiring.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const TOOLS = { TEMPORAL_BIN: '/bin/true', VERSITYGW_BIN: '/bin/true' };
/** Variables for another Temporal server that a developer's shell may contain. */
const STRAY = { TEMPORAL_API_KEY: 'tk_1', TEMPORAL_TLS: 'true', TEMPORAL_GRPC_META_TEAM: 'x' };
const SECRETS = { postgresPassword: 'p', s3AccessKey: 'a', s3SecretKey: 's', secretsKey: 'k' };
const PORTS = {} as Ports;

describe('npm start with a remote Temporal server', () => {
  const folder = temporaryFolder('temporal-elsewhere-');
  const file = () => join(folder(), 'temporal.toml');
  before(() => {
    const place = join(folder(), '.config', 'temporalio');
    mkdirSync(place, { recursive: true });
    const profile = '[profile.default]\naddress = "there:7233"\nnamespace = "media"\n';
    writeFileSync(join(place, 'temporal.toml'), profile);
    writeFileSync(file(), profile);
  });

  it("starts a local server by default, and ignores profiles in the user's home folder", () => {
    expect(readSettings({ ...TOOLS, HOME: folder() }).temporalAddress).to.equal(null);
  });

  it('uses the server from a named profile', () => {
    const { temporalAddress } = readSettings({ ...TOOLS, TEMPORAL_CONFIG_FILE: file() });
    expect(temporalAddress).to.equal('there:7233');
  });

  it('reports a missing profile, and a profile without an address', () => {
    const empty = join(folder(), 'empty.toml');
    writeFileSync(empty, '[profile.default]\nnamespace = "media"\n');
    const read = (path: string) => () => readSettings({ ...TOOLS, TEMPORAL_CONFIG_FILE: path });
    expect(read(empty)).to.throw('The selected Temporal profile has no address');
    expect(read('/no/such.toml')).to.throw(/TEMPORAL_CONFIG_FILE is \/no\/such\.toml/);
  });

  it('hides keys and certificates from processes that use the local server', () => {
    const servers = { stop: async () => undefined } as never;
    const own = readSettings(TOOLS);
    expect(buildPlatformEnv(servers, own, SECRETS, PORTS, STRAY)).to.not.have.any.keys(
      ...Object.keys(STRAY),
    );
    const other = readSettings({ ...TOOLS, TEMPORAL_ADDRESS: 'there:7233' });
    expect(buildPlatformEnv(servers, other, SECRETS, PORTS, STRAY)).to.include(STRAY);
  });

  it('passes the same settings to commands as to processes', () => {
    const write = (temporal_ui_url: string | null) =>
      writeFileSync(
        join(folder(), 'connection.json'),
        JSON.stringify({ temporal_address: 'localhost:7233', temporal_ui_url }),
      );
    const source = { ...STRAY, DATA_DIR: folder() };
    write('http://localhost:8233');
    expect(readPlatformSource(source, 'TEMPORAL_ADDRESS')).to.not.have.any.keys(
      ...Object.keys(STRAY),
    );
    const elsewhere = { ...source, TEMPORAL_ADDRESS: 'there:7233' };
    expect(readPlatformSource(elsewhere, 'TEMPORAL_ADDRESS')).to.include(STRAY);
    write(null);
    expect(readPlatformSource(source, 'TEMPORAL_ADDRESS')).to.include(STRAY);
  });
});
