import { availableParallelism } from 'node:os';
import { expect } from 'chai';
import { EnvError, parseEnv } from '../../runtime/env.js';

const REQUIRED = {
  DATABASE_URL: 'postgres://user:secret-word@db:5432/media',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret-word',
  SECRETS_KEY: Buffer.alloc(32, 'k').toString('base64'),
};

function problems(source: Record<string, string | undefined>): readonly string[] {
  try {
    parseEnv(source);
  } catch (error) {
    expect(error).to.be.instanceOf(EnvError);
    return (error as EnvError).problems;
  }
  return [];
}

describe('parseEnv', () => {
  it('requires four variables, and has defaults for all other variables', () => {
    expect(parseEnv(REQUIRED)).to.deep.equal({
      databaseUrl: REQUIRED.DATABASE_URL,
      temporalAddress: '127.0.0.1:7233',
      temporalNamespace: 'default',
      socialApps: {},
      socialDemoUrl: null,
      temporalUiUrl: null,
      temporalAccess: {},
      codecKeys: [],
      s3: {
        endpoint: 'http://127.0.0.1:9000',
        publicEndpoint: 'http://127.0.0.1:9000',
        region: 'us-east-1',
        bucket: 'media',
        accessKey: 'access',
        secretKey: 'secret-word',
        corsOrigins: [],
      },
      apiHost: '127.0.0.1',
      apiPort: 8080,
      publicUrl: 'http://localhost:8080',
      mediaBaseUrl: 'http://localhost:8080/media',
      mediaCdnSeconds: 0,
      webFolder: null,
      metricsHost: '127.0.0.1',
      metricsPort: 9464,
      traces: null,
      trustedProxies: [],
      apiCreditMultiplier: 2,
      egressAllow: '',
      webhookAllow: '',
      blockedTerms: [],
      reconcileAfterSeconds: 600,
      bodyBytesInFlight: 128_000_000,
      ffmpeg: null,
      logLevel: 'info',
      secretsKeys: [REQUIRED.SECRETS_KEY],
      provenance: { mode: 'on', identity: null, organization: 'localhost' },
      watermarkUrl: null,
      providerOrder: ['comfyui', 'openai', 'elevenlabs', 'fal', 'kie', 'openrouter'],
      elevenLabs: null,
      fal: null,
      kie: null,
      openAiWaitSeconds: 300,
      openId: null,
      openRouter: null,
      comfyui: null,
      text: null,
      vision: null,
      moderation: null,
      speech: null,
      workflowBundle: null,
      workerQueues: ['render', 'upstream', 'files'],
      slots: {
        render: Math.max(2, availableParallelism()),
        upstream: 300,
        files: 4,
        outbound: 1_000,
        workflow: 40,
      },
      workflowCache: 500,
      workerPollers: 20,
      databasePool: null,
      databasePoolerUrl: null,
      workerBuildId: null,
      workerDeployment: 'media-generation-platform',
      crashAt: null,
    });
  });

  it("reports all problems together, each with the variable's name", () => {
    const found = problems({
      DATABASE_URL: 'mysql://db',
      S3_ENDPOINT: 'not a url',
      API_PORT: '99999',
      METRICS_PORT: 'many',
      API_CREDIT_MULTIPLIER: '0',
      PUBLIC_URL: 'ftp://files',
      S3_CORS_ORIGINS: 'https://app.example,https://app.example/path',
      TRUSTED_PROXIES: '10.0.0.0/8,::1,proxy.example',
    });
    expect(found.map((problem) => problem.split(' ')[0])).to.include.members([
      'DATABASE_URL',
      'S3_ENDPOINT',
      'S3_ACCESS_KEY',
      'S3_SECRET_KEY',
      'API_PORT',
      'METRICS_PORT',
      'API_CREDIT_MULTIPLIER',
      'PUBLIC_URL',
      'S3_CORS_ORIGINS',
      'TRUSTED_PROXIES',
    ]);
  });

  it('accepts single sign-on only with all its variables', () => {
    const whole = {
      OIDC_ISSUER: 'https://login.example.com/',
      OIDC_CLIENT_ID: 'dashboard',
      OIDC_CLIENT_SECRET: 'secret-word',
    };
    expect(parseEnv({ ...REQUIRED, ...whole }).openId).to.deep.equal({
      issuer: 'https://login.example.com/',
      clientId: 'dashboard',
      clientSecret: 'secret-word',
    });
    for (const name of Object.keys(whole)) {
      for (const left of [undefined, '']) {
        expect(problems({ ...REQUIRED, ...whole, [name]: left }), name).to.deep.equal([
          'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three or none',
        ]);
      }
    }
    expect(
      problems({ ...REQUIRED, ...whole, OIDC_ISSUER: 'http://login.example.com' }),
    ).to.deep.equal(['OIDC_ISSUER must be a URL that starts with https://']);
  });

  it('explains the valid slots, pools and queues of a worker', () => {
    expect(
      problems({
        ...REQUIRED,
        WORKER_QUEUES: 'render, uploads,media',
        RENDER_SLOTS: '0',
        UPSTREAM_SLOTS: '2.5',
        DATABASE_POOL: 'many',
      }),
    ).to.deep.equal([
      'WORKER_QUEUES takes a comma-separated list of render, upstream, files, not "uploads, media"',
      'RENDER_SLOTS must be a number from 1 to 512, not "0"',
      'UPSTREAM_SLOTS must be a whole number',
      'DATABASE_POOL must be a number from 1 to 200, not "many"',
    ]);
    const { workerQueues, databasePool } = parseEnv({
      ...REQUIRED,
      WORKER_QUEUES: ' files,upstream ',
      DATABASE_POOL: '9',
    });
    expect(workerQueues).to.deep.equal(['upstream', 'files']);
    expect(databasePool).to.equal(9);
  });

  it('lists all problems in the message, one per line', () => {
    expect(() => parseEnv({}))
      .to.throw(EnvError)
      .with.property(
        'message',
        [
          'The environment has problems:',
          '  - DATABASE_URL is required',
          '  - S3_ACCESS_KEY is required',
          '  - S3_SECRET_KEY is required',
          '  - SECRETS_KEY is required',
        ].join('\n'),
      );
  });

  it("configures traces, and omits the collector's key from every message", () => {
    const { traces } = parseEnv({
      ...REQUIRED,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example/',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20abc%3D, x-team=media',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    expect(traces).to.deep.equal({
      endpoint: 'https://otlp.example',
      headers: { Authorization: 'Basic abc=', 'x-team': 'media' },
      ratio: 0.25,
    });
    expect(problems({ ...REQUIRED, OTEL_EXPORTER_OTLP_HEADERS: 'secret-word' })).to.deep.equal([
      'OTEL_EXPORTER_OTLP_HEADERS takes a comma-separated list of name=value',
    ]);
  });

  it('configures the servers for text, vision and moderation models', () => {
    const { text, vision, moderation } = parseEnv({
      ...REQUIRED,
      TEXT_BASE_URL: 'http://127.0.0.1:11434/v1/',
      TEXT_MODELS: 'qwen3:8b, ,llama3.1',
      VISION_BASE_URL: 'https://see.example/v1',
      VISION_API_KEY: 'k',
      VISION_MODEL: 'eye',
      MODERATION_BASE_URL: 'https://judge.example/v1',
      MODERATION_API_KEY: 'm',
    });
    expect(text).to.deep.equal({
      baseUrl: 'http://127.0.0.1:11434/v1',
      apiKey: null,
      models: ['qwen3:8b', 'llama3.1'],
    });
    expect(vision).to.deep.equal({
      baseUrl: 'https://see.example/v1',
      apiKey: 'k',
      model: 'eye',
    });
    expect(moderation).to.deep.equal({
      baseUrl: 'https://judge.example/v1',
      apiKey: 'm',
      model: 'omni-moderation-latest',
    });
  });

  it('reports an incomplete model configuration', () => {
    expect(
      problems({
        ...REQUIRED,
        TEXT_BASE_URL: 'http://127.0.0.1:11434/v1',
        VISION_API_KEY: 'secret-word',
        VISION_MODEL: 'eye',
        MODERATION_BASE_URL: 'judge.example',
      }),
    ).to.deep.equal([
      'TEXT_MODELS is required with TEXT_BASE_URL',
      'VISION_BASE_URL is required with VISION_API_KEY and VISION_MODEL',
      'MODERATION_BASE_URL must be a URL that starts with http:// or https://',
    ]);
  });

  it('accepts only build names that Temporal can combine', () => {
    const env = { ...REQUIRED, WORKER_BUILD_ID: 'v1.2-a_b' };
    expect(parseEnv(env)).to.include({ workerBuildId: 'v1.2-a_b' });
    expect(
      problems({ ...REQUIRED, WORKER_BUILD_ID: 'a:b', WORKER_DEPLOYMENT: 'media.platform' }),
    ).to.deep.equal([
      'WORKER_BUILD_ID takes letters, digits, dots, dashes and underscores',
      'WORKER_DEPLOYMENT takes letters, digits, dashes and underscores',
    ]);
  });

  it('never quotes secret variables in a message, even if they are invalid', () => {
    const found = problems({
      ...REQUIRED,
      DATABASE_URL: 'secret-word',
      S3_ENDPOINT: 'secret-word',
    });
    expect(found).to.have.length(2);
    expect(found.join()).not.to.include('secret-word');
  });

  for (const empty of ['', '  ', '\t\n']) {
    it(`treats ${JSON.stringify(empty)} as not set`, () => {
      expect(problems({ ...REQUIRED, S3_ACCESS_KEY: empty })).to.deep.equal([
        'S3_ACCESS_KEY is required',
      ]);
      expect(parseEnv({ ...REQUIRED, API_PORT: empty, CRASH_AT: empty })).to.include({
        apiPort: 8080,
        crashAt: null,
      });
    });
  }

  it('derives the public URLs from the port by default', () => {
    expect(parseEnv({ ...REQUIRED, API_PORT: '9000' })).to.include({
      publicUrl: 'http://localhost:9000',
      mediaBaseUrl: 'http://localhost:9000/media',
    });
    const given = {
      PUBLIC_URL: 'https://api.example.com//',
      MEDIA_BASE_URL: 'https://cdn.test/m/',
    };
    expect(parseEnv({ ...REQUIRED, ...given }), 'without a trailing slash').to.include({
      publicUrl: 'https://api.example.com',
      mediaBaseUrl: 'https://cdn.test/m',
    });
  });

  for (const [name, value] of [
    ['API_PORT', '-1'],
    ['API_PORT', '65536'],
    ['API_PORT', 'http'],
    ['API_CREDIT_MULTIPLIER', 'NaN'],
    ['API_CREDIT_MULTIPLIER', '-2'],
    ['API_CREDIT_MULTIPLIER', '1001'],
    ['DATABASE_URL', 'http://db/media'],
    ['S3_ENDPOINT', '127.0.0.1:9000'],
  ] as const) {
    it(`rejects ${name}=${value}`, () => {
      const found = problems({ ...REQUIRED, [name]: value });
      expect(found[0]).to.match(new RegExp(`^${name} must be`));
    });
  }

  it('accepts both PostgreSQL URL schemes and a fractional multiplier', () => {
    const DATABASE_URL = 'postgresql://db/media';
    expect(parseEnv({ ...REQUIRED, DATABASE_URL, API_CREDIT_MULTIPLIER: '1.5' })).to.include({
      databaseUrl: DATABASE_URL,
      apiCreditMultiplier: 1.5,
    });
  });

  it('parses blocked terms as a comma-separated list, without surrounding spaces or empty terms', () => {
    const terms = parseEnv({ ...REQUIRED, MODERATION_BLOCKED_TERMS: ' red fox ,, C++, ' });
    expect(terms.blockedTerms).to.deep.equal(['red fox', 'C++']);
  });

  it('accepts several encryption keys of exactly 32 bytes', () => {
    const [one, two] = ['a', 'b'].map((fill) => Buffer.alloc(32, fill).toString('base64'));
    const keys = parseEnv({ ...REQUIRED, SECRETS_KEY: `${one}, ${two}` }).secretsKeys;
    expect(keys).to.deep.equal([one, two]);
    for (const wrong of ['short', ',', Buffer.alloc(31).toString('base64'), `${one},half`]) {
      const found = problems({ ...REQUIRED, SECRETS_KEY: wrong });
      expect(found).to.have.length(1);
      expect(found[0]).to.match(/^SECRETS_KEY must be the base64 of 32 bytes/);
      if (wrong.length > 1) expect(found[0]).not.to.include(wrong);
    }
  });
});

describe('settings for signing outputs', () => {
  const PEM = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----';
  const KEY = '-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----';

  it('take a key with its certificates, and the host of PUBLIC_URL as the organisation', () => {
    const { provenance } = parseEnv({
      ...REQUIRED,
      PUBLIC_URL: 'https://api.example.com',
      PROVENANCE: 'required',
      PROVENANCE_KEY: KEY,
      PROVENANCE_CERTIFICATES: `${PEM}\n${PEM}`,
    });
    expect(provenance).to.deep.equal({
      mode: 'required',
      organization: 'api.example.com',
      identity: { privateKey: KEY, certificates: [PEM, PEM] },
    });
  });

  it('cause an error that hides the value, if one is missing or its file does not exist', () => {
    const only = () => parseEnv({ ...REQUIRED, PROVENANCE_KEY: KEY });
    expect(only).to.throw(EnvError, /PROVENANCE_KEY and PROVENANCE_CERTIFICATES are set together/);
    const lost = () => parseEnv({ ...REQUIRED, PROVENANCE_KEY: 'lost-secret' });
    expect(lost).to.throw(EnvError, /PROVENANCE_KEY is neither PEM nor the path of a file/);
    expect(lost).not.to.throw(EnvError, /lost-secret/);
    expect(() => parseEnv({ ...REQUIRED, PROVENANCE: 'yes' })).to.throw(EnvError, /PROVENANCE/);
    const unsigned = { ...REQUIRED, PROVENANCE: 'off', WATERMARK_URL: 'http://10.0.0.5:8090' };
    expect(() => parseEnv(unsigned)).to.throw(EnvError, /WATERMARK_URL needs PROVENANCE/);
  });
});
