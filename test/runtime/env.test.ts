import { expect } from 'chai';
import { EnvError, parseEnv } from '../../runtime/env.js';

const REQUIRED = {
  DATABASE_URL: 'postgres://user:secret-word@db:5432/media',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret-word',
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

describe('the environment', () => {
  it('needs three variables and has a default for every other', () => {
    expect(parseEnv(REQUIRED)).to.deep.equal({
      databaseUrl: REQUIRED.DATABASE_URL,
      ...{ temporalAddress: '127.0.0.1:7233', temporalNamespace: 'default' },
      s3: {
        ...{ endpoint: 'http://127.0.0.1:9000', publicEndpoint: 'http://127.0.0.1:9000' },
        ...{ region: 'us-east-1', bucket: 'media' },
        ...{ accessKey: 'access', secretKey: 'secret-word' },
      },
      ...{ apiHost: '127.0.0.1', apiPort: 8080, publicUrl: 'http://localhost:8080' },
      ...{ mediaBaseUrl: 'http://localhost:8080/media', metricsPort: 9464 },
      ...{ apiCreditMultiplier: 2, egressAllow: '', blockedTerms: [], logLevel: 'info' },
      ...{ workflowBundle: null, crashAt: null },
    });
  });

  it('lists every problem at once, each by the name of its variable', () => {
    const found = problems({
      DATABASE_URL: 'mysql://db',
      S3_ENDPOINT: 'not a url',
      API_PORT: '99999',
      METRICS_PORT: 'many',
      API_CREDIT_MULTIPLIER: '0',
      PUBLIC_URL: 'ftp://files',
    });
    expect(found.map((problem) => problem.split(' ')[0])).to.include.members([
      ...['DATABASE_URL', 'S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'API_PORT'],
      ...['METRICS_PORT', 'API_CREDIT_MULTIPLIER', 'PUBLIC_URL'],
    ]);
  });

  it('says all of them in the message, one a line', () => {
    expect(() => parseEnv({}))
      .to.throw(EnvError)
      .with.property(
        'message',
        [
          'The environment is not usable:',
          '  - DATABASE_URL is required',
          '  - S3_ACCESS_KEY is required',
          '  - S3_SECRET_KEY is required',
        ].join('\n'),
      );
  });

  it('never repeats a secret, not even a wrong one', () => {
    const found = problems({
      ...REQUIRED,
      DATABASE_URL: 'secret-word',
      S3_ENDPOINT: 'secret-word',
    });
    expect(found).to.have.length(2);
    expect(found.join()).not.to.include('secret-word');
  });

  for (const empty of ['', '  ', '\t\n']) {
    it(`takes ${JSON.stringify(empty)} for a variable that is not set`, () => {
      expect(problems({ ...REQUIRED, S3_ACCESS_KEY: empty })).to.deep.equal([
        'S3_ACCESS_KEY is required',
      ]);
      expect(parseEnv({ ...REQUIRED, API_PORT: empty, CRASH_AT: empty })).to.include({
        apiPort: 8080,
        crashAt: null,
      });
    });
  }

  it('makes the public addresses of the port, until they are given', () => {
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
    it(`refuses ${name}=${value}`, () => {
      const found = problems({ ...REQUIRED, [name]: value });
      expect(found[0]).to.match(new RegExp(`^${name} must be`));
    });
  }

  it('takes both spellings of a PostgreSQL address, and fractions of a multiplier', () => {
    const DATABASE_URL = 'postgresql://db/media';
    expect(parseEnv({ ...REQUIRED, DATABASE_URL, API_CREDIT_MULTIPLIER: '1.5' })).to.include({
      databaseUrl: DATABASE_URL,
      apiCreditMultiplier: 1.5,
    });
  });

  it('reads blocked terms as a comma list, without spaces around or empty ones', () => {
    const terms = parseEnv({ ...REQUIRED, MODERATION_BLOCKED_TERMS: ' red fox ,, C++, ' });
    expect(terms.blockedTerms).to.deep.equal(['red fox', 'C++']);
  });
});
