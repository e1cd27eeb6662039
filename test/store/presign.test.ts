import { expect } from 'chai';
import { presignPut } from '../../adapters/store/presign.js';

const SETTINGS = {
  endpoint: 'https://store.example.test:9443',
  region: 'us-east-1',
  bucket: 'media',
  accessKey: 'AKIDEXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const PUT = {
  key: 'staging/upl_1/a b(1)!é.png',
  contentType: 'image/png',
  size: null,
  expiresSeconds: 900,
  now: new Date('2027-01-02T03:04:05.678Z'),
};
const queryOf = (put: Partial<typeof PUT> | { size: number } = {}) =>
  new URL(presignPut(SETTINGS, { ...PUT, ...put })).searchParams;

/**
 * test/api/uploads-signed tests that the object store accepts the URL, and accepts only what was
 * signed.
 */
describe('presignPut', () => {
  it('includes the public host, the encoded key and the time', () => {
    const url = presignPut(SETTINGS, PUT);
    expect(url).to.match(
      /^https:\/\/store\.example\.test:9443\/media\/staging\/upl_1\/a%20b%281%29%21%C3%A9\.png\?/,
    );
    expect(Object.fromEntries(queryOf())).to.deep.include({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': 'AKIDEXAMPLE/20270102/us-east-1/s3/aws4_request',
      'X-Amz-Date': '20270102T030405Z',
      'X-Amz-Expires': '900',
      'X-Amz-SignedHeaders': 'content-type;host',
    });
    expect(url).not.to.include(SETTINGS.secretKey);
  });

  it('signs the size if it is known', () => {
    expect(queryOf({ size: 7 }).get('X-Amz-SignedHeaders')).to.equal(
      'content-length;content-type;host',
    );
  });

  it('signs the key, type, size, time and lifetime', () => {
    const changes = [
      {},
      { key: 'staging/upl_1/other.png' },
      { contentType: 'image/jpeg' },
      { size: 7 },
      { size: 8 },
      { now: new Date('2027-01-02T03:04:06.000Z') },
      { expiresSeconds: 901 },
    ];
    const signatures = changes.map((change) => queryOf(change).get('X-Amz-Signature'));
    for (const one of signatures) expect(one).to.match(/^[0-9a-f]{64}$/);
    expect(new Set(signatures).size).to.equal(changes.length);
  });
});
