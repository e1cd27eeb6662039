import { expect } from 'chai';
import packageJson from '../../package.json' with { type: 'json' };
import { requireNode } from '../../tools/node-version.mjs';

describe('npm start and npm test on an old Node.js version', () => {
  it('name the required and the current version, and where to get the required one', () => {
    expect(() => requireNode('18.20.8')).to.throw(
      /^Node\.js 20 or newer is needed; this is 18\.20\.8 \(.+\)\. Install .*https:\/\/nodejs\.org/,
    );
    for (const version of ['20.0.0', '22.1.0', '24.21.0', process.versions.node]) {
      requireNode(version);
    }
  });

  it('require the same version as package.json', () => {
    expect(packageJson.engines.node).to.equal('>=20');
  });
});
