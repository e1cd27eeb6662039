import { expect } from 'chai';
import { buildAccount, type TestAccount } from '../support/accounts.js';
import { until } from '../support/until.js';
import { REVOCATIONS } from './revocations.js';
import { ledgerWorld } from './world.js';

/** Charges of one key that run at the same time, all the time. */
const CHARGES = 16;
/** The bound of the requirement; the mended statement needs a tenth of it. */
const REVOKED_MS = 500;
const PLENTY = 1_000_000;

describe('a key that is being charged', () => {
  const world = ledgerWorld(CHARGES + 2);

  /** Charges the key again and again, 16 at a time. @returns a function that ends it */
  function keepCharging(account: TestAccount) {
    const state = { ended: false, charged: 0, refused: new Set<string>() };
    const charge = async (): Promise<void> => {
      while (!state.ended) {
        const result = await world.reserve(account, { price: 1 });
        if (result.ok) state.charged += 1;
        else state.refused.add(result.reason);
      }
    };
    const running = Promise.all(Array.from({ length: CHARGES }, charge));
    return {
      state,
      async end() {
        state.ended = true;
        await running;
      },
    };
  }

  for (const [name, { prepare, reason }] of Object.entries(REVOCATIONS)) {
    for (const [what, jobs] of [
      ['accepted', PLENTY],
      ['refused', 1],
    ] as const) {
      it(`${name} takes under ${REVOKED_MS} ms while ${CHARGES} charges at a time are ${what}`, async () => {
        const raised = { concurrent_jobs: jobs, images_per_minute: PLENTY };
        const account = await buildAccount(world.db, { credits: PLENTY, raised });
        const revoke = await prepare(world, account);
        const charging = keepCharging(account);
        const { state } = charging;
        const seen = () => state.charged > 0 && (jobs > 1 || state.refused.size > 0);
        await until('charges', async () => seen());
        const began = performance.now();
        let ms = 0;
        try {
          await revoke();
          ms = performance.now() - began;
        } finally {
          await charging.end();
        }
        expect(ms, 'milliseconds until the key was revoked').to.be.below(REVOKED_MS);
        const after = await world.reserve(account, { price: 1 });
        expect(after).to.include({ ok: false, reason });
      });
    }
  }
});
