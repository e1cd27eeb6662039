import { createServer } from 'node:net';
import { expect } from 'chai';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { closeServers, openServer } from '../support/loopback.js';

/** Lowest port that Linux uses by default for outgoing connections. */
const OUTGOING_FROM = 32_768;

describe('findFreePort', () => {
  afterEach('servers end', closeServers);

  it('returns each port only once, and never a port from the range for outgoing connections', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, () => findFreePort(0)));
    expect(new Set(ports).size).to.equal(50);
    expect(Math.max(...ports)).to.be.below(OUTGOING_FROM);
  });

  it('skips a port that is in use', async () => {
    const taken = await openServer(createServer());
    expect(await findFreePort(taken)).to.be.above(taken);
  });
});
