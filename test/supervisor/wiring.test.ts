import { expect } from 'chai';
import { buildPlatformEnv } from '../../supervisor/wiring.js';

type Given = Parameters<typeof buildPlatformEnv>;

describe("npm start's processes", () => {
  const before = process.env['WORKER_BUILD_ID'];
  afterEach(() => {
    if (before === undefined) delete process.env['WORKER_BUILD_ID'];
    else process.env['WORKER_BUILD_ID'] = before;
  });

  it("ignore the shell's WORKER_BUILD_ID, because such a build would never be promoted", () => {
    process.env['WORKER_BUILD_ID'] = 'v1';
    const servers = { postgres: null, temporal: null, s3: null } as Given[0];
    const settings = { databaseUrl: null, temporalAddress: null, s3Endpoint: null } as Given[1];
    const secrets = { secretsKey: '', s3AccessKey: '', s3SecretKey: '' } as Given[2];
    const ports = { api: 8080 } as Given[3];
    expect(buildPlatformEnv(servers, settings, secrets, ports)).to.include({ WORKER_BUILD_ID: '' });
  });
});
