import { parseArgs } from 'node:util';
import { PLATFORMS, type Platform } from '../domain/catalogue/social-platforms.js';
import { PublishKills, type Blow } from '../test/faults/kill-publish.js';
import { USUAL_MEDIA } from '../test/faults/make-post.js';

/**
 * Kills workers that process posts, and loses platform responses to the publishing request: every checkpoint and every
 * kind of loss once per round. `npm run bench:publish-kills -- --rounds 10 --platform tiktok --media picture`. The
 * default is all five platforms, with a clip for video platforms. Exits with code 1 if a process did not die at its
 * checkpoint or a promise is broken.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    platform: { type: 'string', multiple: true },
    media: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const named = PLATFORMS.filter((name) => values.platform?.includes(name) ?? true);
const mediaOf = (platform: Platform): 'picture' | 'clip' =>
  values.media === 'picture' || values.media === 'clip' ? values.media : USUAL_MEDIA[platform];
const began = performance.now();

const sum = (rows: readonly Blow[], of: (row: Blow) => number) =>
  rows.reduce((total, row) => total + of(row), 0);
const countStatus = (rows: readonly Blow[], start: string) =>
  sum(rows, ({ status }) => (status.startsWith(start) ? 1 : 0));
const isSound = ({ struck, double, lost, wrongCredits, wrongEvents }: Blow) =>
  struck && double + lost + wrongCredits + wrongEvents === 0;

const toRow = (what: string, rows: readonly Blow[]) => ({
  what,
  posts: rows.length,
  struck: sum(rows, ({ struck }) => (struck ? 1 : 0)),
  published: countStatus(rows, 'published'),
  'reported unknown': countStatus(rows, 'unknown'),
  'but published': sum(rows, ({ unseen }) => unseen),
  'reported failed': countStatus(rows, 'failed'),
  double: sum(rows, ({ double }) => double),
  lost: sum(rows, ({ lost }) => lost),
  'wrong credits': sum(rows, ({ wrongCredits }) => wrongCredits),
  'wrong events': sum(rows, ({ wrongEvents }) => wrongEvents),
});

function printTable(platform: Platform, rows: readonly Blow[]): void {
  const kinds = [...new Set(rows.map(({ what }) => what))];
  console.log(`\n${platform}, ${rounds} rounds, each post a ${mediaOf(platform)}`);
  const ofKind = (kind: string) => rows.filter(({ what }) => what === kind);
  console.table([...kinds.map((kind) => toRow(kind, ofKind(kind))), toRow('all', rows)]);
}

const kills = await PublishKills.start();
const seen: Blow[] = [];
for (const platform of named) {
  const rows: Blow[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const blows = await kills.round({ platform, media: mediaOf(platform) }, { silence: true });
    rows.push(...blows);
    const wrong = blows.filter((blow) => !isSound(blow));
    console.log(`${platform}, round ${round}: ${wrong.length} of ${blows.length} are wrong`);
    for (const blow of wrong) console.log(JSON.stringify(blow));
  }
  printTable(platform, rows);
  seen.push(...rows);
}
const violations = await kills.violations();
for (const violation of violations) console.log(JSON.stringify(violation));
await kills.stop();
const seconds = Math.round((performance.now() - began) / 1_000);
console.log(`doctor: ${violations.length} violations; ${seconds} s in all`);
process.exit(violations.length === 0 && seen.every(isSound) ? 0 : 1);
