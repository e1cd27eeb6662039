import { expect } from 'chai';
import { readPreferredWait } from '../../api/prefer.js';

const CASES: Readonly<Record<string, number | null>> = {
  wait: 60,
  'wait=60': 60,
  'wait=1': 1,
  'wait=61': 60,
  'wait=99999999999999999999': 60,
  'Wait = 5': 5,
  'wait="7"': 7,
  'wait=8; strict': 8,
  'respond-async, wait=9': 9,
  'wait=10, wait=20': 10,
  'wait=0': null,
  'wait=-1': null,
  'wait=1.5': null,
  'wait=ten': null,
  'wait=': null,
  waiting: null,
  'waiting=5': null,
  'wait-long=5': null,
  'return=minimal': null,
  '': null,
  ',,;=,': null,
};

describe('Prefer: wait', () => {
  for (const [header, seconds] of Object.entries(CASES)) {
    it(`reads ${JSON.stringify(header)} as ${seconds === null ? 'no wait' : `${seconds} s`}`, () => {
      expect(readPreferredWait(header)).to.equal(seconds);
    });
  }

  it('is null if the header is absent', () => {
    expect(readPreferredWait(undefined)).to.equal(null);
  });
});
