import { expect } from 'chai';
import { parseEgressAllow } from '../../adapters/egress/allow-list.js';
import { type RefusalReason, UrlRefused } from '../../adapters/egress/refusal.js';
import { parsePublicUrl, parseWebhookUrl } from '../../adapters/egress/url.js';

const NOTHING = parseEgressAllow('');

function outcome(text: string, allow = NOTHING, base?: string): string {
  try {
    return parsePublicUrl(text, allow, base ? new URL(base) : undefined).href;
  } catch (error) {
    if (!(error instanceof UrlRefused)) throw error;
    expect(error.message).to.equal('private or unreachable URL');
    return error.reason;
  }
}

const REFUSED: Readonly<Record<string, readonly [RefusalReason, readonly string[]]>> = {
  'a scheme other than https': [
    'bad_url',
    [
      'http://a.example/',
      'ftp://a.example/',
      'file:///etc/passwd',
      'file://a.example/x',
      'data:image/png;base64,AAAA',
      'javascript:alert(1)',
      'gopher://a.example/',
      'ws://a.example',
      'blob:https://a.example/1',
      'view-source:https://a.example/',
      'HTTP://a.example/',
    ],
  ],
  credentials: [
    'bad_url',
    [
      'https://a@b.example/',
      'https://a:b@c.example/',
      'https://:b@c.example/',
      'https://good.example@127.0.0.1/',
      'https://good.example%40x@b.example/',
    ],
  ],
  'a port other than 443': [
    'bad_url',
    [
      'https://a.example:444/',
      'https://a.example:80/',
      'https://a.example:22/',
      'https://[2606::1]:8443',
    ],
  ],
  'texts that are not an absolute URL': [
    'bad_url',
    [
      '',
      ' ',
      'a.example',
      '//a.example/',
      '/path',
      'https://',
      'https:///',
      'https://[::1',
      'https://a b.example/',
      'https://256.1.1.1/',
      'https://1.2.3.4.5/',
      'https://[fe80::1%25eth0]/',
      'https://a.example:99999/',
      'https://a%00.example/',
      'https://[1.1.1.1]/',
    ],
  ],
  'more than 2,048 characters, also after escaping': [
    'bad_url',
    [`https://a.example/${'x'.repeat(2031)}`, `https://a.example/${'é'.repeat(400)}`],
  ],
  'every notation of a private IPv4 address': [
    'blocked_address',
    [
      'https://127.0.0.1/',
      'https://127.1/',
      'https://0x7f.1/',
      'https://0x7f000001/',
      'https://2130706433/',
      'https://017700000001/',
      'https://0177.0.0.1/',
      'https://0/',
      'https://①②⑦.⓪.⓪.①/',
      'https://127。0。0。1/',
      'https://127.0.0.1./',
      'https://127.1.:443/',
      'https:127.0.0.1',
      'https:/\\10.0.0.1',
      'https://%31%32%37.0.0.1/',
      'https://１２７.0.0.1/',
      'https://10.0.0.1/',
      'https://172.16.0.1/',
      'https://192.168.0.1/',
      'https://224.0.0.1/',
      'https://169.254.169.254/latest/meta-data/',
      'https://192.0.0.192/',
      'https://255.255.255.255/',
      'https://100.100.100.200/',
      'https://168.63.129.16/',
      'https://0xa9fea9fe/',
      'https://3232235521/',
    ],
  ],
  'IPv6 outside public space and IPv4 in IPv6': [
    'blocked_address',
    [
      'https://[::]/',
      'https://[::1]/',
      'https://[::ffff:a9fe:a9fe]/',
      'https://[::7f00:1]/',
      'https://[::ffff:0:7f00:1]/',
      'https://[64:ff9b::7f00:1]/',
      'https://[64:ff9b:1::a00:1]/',
      'https://[2002:7f00:1::]/',
      'https://[2001:0:4136:e378::1]/',
      'https://[fec0::1]/',
      'https://[febf::1]/',
      'https://[fd00:ec2::254]/',
      'https://[fe80::1]/',
      'https://[5f00::1]/',
      'https://[3fff::1]/',
      'https://[100::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[ff02::1]/',
      'https://[0:0:0:0:0:0:0:1]/',
      'https://[::ffff:8.8.8.8]/',
      'https://[64:ff9b::808:808]/',
    ],
  ],
};

/** Unusual but valid URLs. The check applies to the host that the connection uses afterwards. */
const READ_AS: readonly (readonly [string, string])[] = [
  ['https://a.example', 'https://a.example/'],
  ['HTTPS://A.Example/X', 'https://a.example/X'],
  ['https:evil.example', 'https://evil.example/'],
  ['https:/\\evil.example', 'https://evil.example/'],
  ['https://evil.example\\@good.example/', 'https://evil.example/@good.example/'],
  ['https://good.example#@evil.example', 'https://good.example/#@evil.example'],
  ['https://good.example/?@evil.example', 'https://good.example/?@evil.example'],
  ['https://a.example:443/', 'https://a.example/'],
  ['https://a.example:0443/', 'https://a.example/'],
  ['https://a.example:/', 'https://a.example/'],
  ['https://@a.example/', 'https://a.example/'],
  [' https://a.\nexample/\t', 'https://a.example/'],
  ['https://LOCALHOST./', 'https://localhost./'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
  [`https://a.example/${'x'.repeat(2030)}`, `https://a.example/${'x'.repeat(2030)}`],
];

describe('egress URLs', () => {
  for (const [what, [reason, urls]] of Object.entries(REFUSED)) {
    it(`are rejected for ${what} (${urls.length})`, () => {
      for (const url of urls) expect(outcome(url), url).to.equal(reason);
    });
  }

  it(`are checked by the host that the URL parser finds (${READ_AS.length})`, () => {
    for (const [text, href] of READ_AS) expect(outcome(text), text).to.equal(href);
  });

  it('are resolved against the redirecting URL, and follow the same rules', () => {
    const base = 'https://a.example/dir/x';
    expect(outcome('y?z', NOTHING, base)).to.equal('https://a.example/dir/y?z');
    expect(outcome('//b.example/', NOTHING, base)).to.equal('https://b.example/');
    expect(outcome('//10.0.0.1', NOTHING, base)).to.equal('blocked_address');
    expect(outcome('http://a.example/', NOTHING, base)).to.equal('bad_url');
  });
});

describe('egress webhook URLs', () => {
  const read = (text: string): string => {
    try {
      return parseWebhookUrl(text, NOTHING).href;
    } catch (error) {
      return (error as UrlRefused).reason;
    }
  };

  it('may use any port except 0, and follow all other rules', () => {
    expect(read('https://a.example:8443/x')).to.equal('https://a.example:8443/x');
    expect(read('https://8.8.8.8:1/')).to.equal('https://8.8.8.8:1/');
    expect(read('https://a.example:0/')).to.equal('bad_url');
    for (const [what, [reason, urls]] of Object.entries(REFUSED)) {
      if (what === 'a port other than 443') continue;
      for (const url of urls) expect(read(url), url).to.equal(reason);
    }
    expect(read('https://10.0.0.1:8443/')).to.equal('blocked_address');
    expect(read('https://[::1]:8443/')).to.equal('blocked_address');
  });
});

describe('EGRESS_ALLOW', () => {
  const allow = parseEgressAllow(
    ' http://minio:9000/, https://inner.example:8443 ,HTTP://127.0.0.1:8080,10.1.0.0/16,fd00::/8,, ',
  );

  it('is empty by default, and keeps its entries for the warning at startup', () => {
    expect(NOTHING.entries).to.deep.equal([]);
    expect(allow.entries).to.have.length(5);
  });

  it('lets a listed origin use plain http, a private address and any port', () => {
    const right = [
      'http://minio:9000/a',
      'https://inner.example:8443/',
      'http://127.0.0.1:8080/',
      'http://0x7f.1:8080/',
    ];
    for (const url of right) expect(outcome(url, allow), url).to.match(/^https?:/);
  });

  it('does not allow a different scheme, port, host or credentials for a listed origin', () => {
    const wrong: Record<string, RefusalReason> = {
      'https://minio:9000/': 'bad_url',
      'http://minio/': 'bad_url',
      'http://minio:9001/': 'bad_url',
      'http://minio.example:9000/': 'bad_url',
      'http://a:b@minio:9000/': 'bad_url',
      'https://127.0.0.1/': 'blocked_address',
    };
    for (const [url, reason] of Object.entries(wrong))
      expect(outcome(url, allow), url).to.equal(reason);
  });

  it('allows the addresses in a listed CIDR, but neither http nor other ports', () => {
    expect(outcome('https://10.1.255.255/', allow)).to.equal('https://10.1.255.255/');
    expect(outcome('https://[fd00::1]/', allow)).to.equal('https://[fd00::1]/');
    expect(outcome('https://10.2.0.0/', allow)).to.equal('blocked_address');
    expect(outcome('http://10.1.0.1/', allow)).to.equal('bad_url');
    expect(outcome('https://10.1.0.1:8443/', allow)).to.equal('bad_url');
    expect(allow.hasAddress('minio')).to.be.false;
  });

  it('reports all invalid entries together', () => {
    const bad = [
      'minio:9000',
      'http://minio/path',
      'http://a:b@minio',
      'ftp://minio',
      'http:minio',
      'http://',
      '10.0.0.1',
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      'fd00::/129',
      '10.0.0.0/',
      'fe80::%1/64',
      '*',
    ];
    const list = ['http://right:1', ...bad, '10.0.0.0/8'].join(',');
    const named = bad.map((entry) => `"${entry}"`).join(', ');
    expect(() => parseEgressAllow(list))
      .to.throw(TypeError)
      .with.property('message')
      .that.includes(`not ${named}`);
  });
});
