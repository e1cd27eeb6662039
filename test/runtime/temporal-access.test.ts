import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseEnv, EnvError } from '../../runtime/env.js';
import { createTemporal } from '../../runtime/temporal.js';
import { connectWorkers } from '../../workers/run.js';
import {
  clientSettings,
  makeCertificates,
  pem,
  type Certificates,
} from '../support/certificates.js';
import { failureOf } from '../support/failure.js';
import { testServers } from '../support/hooks.js';
import { testEnv } from '../support/platform.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startTlsFront, type TlsFront } from '../support/tls-front.js';
import { quietRuntime } from '../support/workers.js';

const REQUIRED = {
  DATABASE_URL: 'postgres://user:word@db:5432/media',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'word',
  SECRETS_KEY: Buffer.alloc(32, 'k').toString('base64'),
};
const envOf = (source: Record<string, string>) => parseEnv({ ...REQUIRED, ...source });

function problems(source: Record<string, string>): readonly string[] {
  try {
    envOf(source);
  } catch (error) {
    return (error as EnvError).problems;
  }
  return [];
}

describe('remote Temporal server settings', () => {
  const folder = temporaryFolder('temporal-access-');
  let made: Certificates;
  before(() => {
    made = makeCertificates(folder());
  });

  it('default to clear text without a key', () => {
    const { temporalAddress, temporalNamespace, temporalAccess } = envOf({});
    expect([temporalAddress, temporalNamespace]).to.deep.equal(['127.0.0.1:7233', 'default']);
    expect(temporalAccess).to.deep.equal({});
  });

  it('treat an empty variable, which compose passes, as missing', () => {
    const empty = { TEMPORAL_TLS: '', TEMPORAL_API_KEY: '', TEMPORAL_PROFILE: '' };
    expect(envOf(empty).temporalAccess).to.deep.equal({});
  });

  it('enable TLS with an API key', () => {
    const { temporalAccess } = envOf({ TEMPORAL_API_KEY: 'tk_1', TEMPORAL_ADDRESS: 'cloud:7233' });
    expect(temporalAccess).to.deep.equal({ apiKey: 'tk_1', tls: true });
  });

  it('enable TLS with certificates', () => {
    const { tls } = envOf(clientSettings(made)).temporalAccess;
    const pair = tls && typeof tls === 'object' ? tls.clientCertPair : null;
    expect(Buffer.from(pair?.crt ?? []).toString()).to.equal(pem(made.client.cert));
  });

  it('include the gRPC metadata from TEMPORAL_GRPC_META_*', () => {
    const { temporalAccess } = envOf({ TEMPORAL_GRPC_META_TEAM: 'media' });
    expect(temporalAccess.metadata).to.deep.equal({ team: 'media' });
  });

  describe('in a profile file', () => {
    const home = () => join(folder(), 'home');
    const PROFILES = `
[profile.default]
address = "elsewhere:7233"
namespace = "of-the-user"
[profile.media]
address = "temporal.example:7233"
namespace = "media"
api_key = "tk_2"
`;
    before(() => {
      // Default folders on Linux and macOS.
      for (const place of ['.config', join('Library', 'Application Support')]) {
        mkdirSync(join(home(), place, 'temporalio'), { recursive: true });
        writeFileSync(join(home(), place, 'temporalio', 'temporal.toml'), PROFILES);
      }
      writeFileSync(join(folder(), 'given.toml'), PROFILES);
    });

    it('are not read from the home folder by default', () => {
      const { temporalAddress, temporalNamespace } = envOf({ HOME: home() });
      expect([temporalAddress, temporalNamespace]).to.deep.equal(['127.0.0.1:7233', 'default']);
    });

    it('come from a profile if the environment selects it', () => {
      const env = envOf({ HOME: home(), TEMPORAL_PROFILE: 'media' });
      expect([env.temporalAddress, env.temporalNamespace, env.temporalAccess]).to.deep.equal([
        'temporal.example:7233',
        'media',
        { apiKey: 'tk_2', tls: true },
      ]);
    });

    it('come from a named file, but variables take precedence', () => {
      const env = envOf({
        TEMPORAL_CONFIG_FILE: join(folder(), 'given.toml'),
        TEMPORAL_NAMESPACE: 'mine',
      });
      expect([env.temporalAddress, env.temporalNamespace]).to.deep.equal([
        'elsewhere:7233',
        'mine',
      ]);
    });

    it('cause an error for a missing file, a missing profile or an unknown key', () => {
      const bad = join(folder(), 'bad.toml');
      writeFileSync(bad, '[profile.default]\nadress = "typo:7233"\n');
      const file = join(folder(), 'given.toml');
      expect(problems({ TEMPORAL_CONFIG_FILE: '/no/such.toml' })).to.deep.equal([
        'TEMPORAL_CONFIG_FILE is /no/such.toml, which does not exist',
      ]);
      const [missing] = problems({ TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: 'other' });
      expect(missing).to.match(/^The selected Temporal profile is not usable: .*'other' not found/);
      expect(problems({ TEMPORAL_CONFIG_FILE: bad })[0]).to.match(/unrecognized.*adress/);
    });
  });

  describe('with mistakes', () => {
    it('cause an error if the certificate or its key is missing', () => {
      const half = { TEMPORAL_TLS_CLIENT_CERT_PATH: made.client.cert };
      expect(problems(half)).to.deep.equal([
        'TEMPORAL_TLS_CLIENT_CERT_PATH (client_cert_path in a profile) is set but ' +
          'TEMPORAL_TLS_CLIENT_KEY_PATH (client_key_path in a profile) is not: set both',
      ]);
      const other = { TEMPORAL_TLS_CLIENT_KEY_PATH: made.client.key };
      expect(problems(other)[0]).to.match(/^TEMPORAL_TLS_CLIENT_KEY_PATH .* set both$/);
    });

    it('cause an error with the field if a file is missing, not PEM, or mismatched', () => {
      const junk = join(folder(), 'junk.pem');
      writeFileSync(junk, 'not a certificate');
      const given = clientSettings(made);
      const [gone] = problems({ ...given, TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/no/ca.pem' });
      expect(gone).to.match(/^TEMPORAL_TLS_SERVER_CA_CERT_PATH .*\(ENOENT\): \/no\/ca\.pem$/);
      const [wrong] = problems({ ...given, TEMPORAL_TLS_CLIENT_CERT_PATH: junk });
      expect(wrong).to.match(
        /^TEMPORAL_TLS_CLIENT_CERT_PATH .* is not a PEM file of the expected kind$/,
      );
      const [foreign] = problems({ ...given, TEMPORAL_TLS_CLIENT_KEY_PATH: made.stranger.key });
      expect(foreign).to.match(/^TEMPORAL_TLS_CLIENT_KEY_PATH .* does not match/);
    });

    it('cause an error if the SDK would silently ignore them', () => {
      expect(problems({ TEMPORAL_TLS: 'yes' })).to.deep.equal([
        'TEMPORAL_TLS must be true or false, not "yes"',
      ]);
      expect(problems({ TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: 'true' })[0]).to.match(
        /^TEMPORAL_TLS_DISABLE_HOST_VERIFICATION is not supported/,
      );
      const secret = { TEMPORAL_API_KEY: 'tk_secret', TEMPORAL_TLS: 'false' };
      const [clear, ...more] = problems(secret);
      expect(more).to.deep.equal([]);
      expect(clear)
        .to.match(/^TEMPORAL_API_KEY is sent over TLS only/)
        .and.not.include('tk_secret');
    });
  });

  describe('for mutual TLS', () => {
    /** The SDK retries for this long before the connection counts as refused. */
    const REFUSED_MS = 1_000;
    let front: TlsFront;
    const env = (extra: Record<string, string>) =>
      parseEnv(testEnv({ TEMPORAL_ADDRESS: front.address, ...extra }));
    const describeNamespace = async (extra: Record<string, string>, deadlineMs = 10_000) => {
      const settings = env(extra);
      const temporal = createTemporal(settings);
      try {
        const namespace = settings.temporalNamespace;
        const { workflowService } = temporal.client;
        return await temporal.client.withDeadline(Date.now() + deadlineMs, () =>
          workflowService.describeNamespace({ namespace }),
        );
      } finally {
        await temporal.close();
      }
    };
    before(async () => {
      quietRuntime();
      front = await startTlsFront(testServers().temporalDirect, made);
    });
    after(() => front.stop());

    it('let a client and a worker connect with the certificate', async () => {
      const { namespaceInfo } = await describeNamespace(clientSettings(made));
      expect(namespaceInfo?.name).to.equal(testServers().temporalNamespace);
      const connection = await connectWorkers(env(clientSettings(made)));
      await connection.close();
      expect(front.entered()).to.be.at.least(2);
    });

    it("can name a host in the server's certificate that differs from the host in the address", async () => {
      const named = { ...clientSettings(made), TEMPORAL_TLS_SERVER_NAME: 'temporal.test' };
      expect(await describeNamespace(named)).to.be.an('object');
      const wrong = { ...clientSettings(made), TEMPORAL_TLS_SERVER_NAME: 'other.test' };
      expect(await failureOf(describeNamespace(wrong, REFUSED_MS))).to.be.an('error');
    });

    it('do not allow a connection without a certificate, with an unknown certificate, or in clear text', async () => {
      const before = front.entered();
      const { TEMPORAL_TLS_SERVER_CA_CERT_PATH: ca = '' } = clientSettings(made);
      const stranger = {
        TEMPORAL_TLS_SERVER_CA_CERT_PATH: ca,
        TEMPORAL_TLS_CLIENT_CERT_PATH: made.stranger.cert,
        TEMPORAL_TLS_CLIENT_KEY_PATH: made.stranger.key,
      };
      for (const refused of [{ TEMPORAL_TLS: 'false' }, stranger]) {
        expect(await failureOf(describeNamespace(refused, REFUSED_MS))).to.be.an('error');
      }
      expect(await failureOf(connectWorkers(env(stranger)))).to.be.an('error');
      expect(front.entered()).to.equal(before);
    });
  });
});
