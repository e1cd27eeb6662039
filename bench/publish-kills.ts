import { PLATFORMS, type Platform } from '../domain/catalogue/social-platforms.js';
import { PublishKills } from '../test/faults/kill-publish.js';

/*
 * Kills workers of posts at every point, ROUNDS times for each platform of ONLY, and counts double
 * and lost posts and wrong credits.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 50);
const only = (process.env['ONLY'] ?? PLATFORMS.join(',')).split(',') as Platform[];

const kills = await PublishKills.start();
const sum = { kills: 0, double: 0, lost: 0, wrongCredits: 0 };
for (let round = 1; round <= ROUNDS; round += 1) {
  for (const platform of only) {
    for (const killed of await kills.round(platform)) {
      sum.kills += killed.signal === 'SIGKILL' ? 1 : 0;
      sum.double += killed.double;
      sum.lost += killed.lost;
      sum.wrongCredits += killed.wrongCredits;
      if (killed.double + killed.lost + killed.wrongCredits > 0) console.log(killed);
    }
  }
  console.log(`round ${round}: ${JSON.stringify(sum)}`);
}
console.log(`ledger: ${(await kills.violations()).length} violations`);
await kills.stop();
