import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { until } from '../support/until.js';
import { metricsIn, namesOn, readAlerts, readBoards } from './expressions.js';
import { startWatched, type Watched } from './rig.js';

/**
 * Metrics that a healthy platform does not serve, because the SDK creates them at the first
 * failure. The test searches the SDK's binary for their names instead.
 */
const SHOWN_IN_TROUBLE = [
  'temporal_workflow_task_execution_failed',
  'temporal_workflow_failed',
  'temporal_workflow_canceled',
  'temporal_request_failure',
];

describe('boards and alerts', function () {
  this.timeout(240_000);
  let watched: Watched;
  let shown: Set<string>;

  before(async () => {
    watched = await startWatched();
    const { client } = watched.customer;
    await client.call('POST', '/v1/webhooks', { body: { url: watched.receiver.at('/hook') } });
    const body = { prompt: 'a red fox', aspect_ratio: '1:1' };
    await client.call('POST', '/v1/images', { body });
    await watched.receiver.received('/hook', 1);
    watched.vendor.next('policy_block');
    await client.call('POST', '/v1/images', { body });
    await watched.receiver.received('/hook', 2);
    await client.call('GET', '/v1/generations/gen_none');
    shown = await until('both deliveries are counted', async () => {
      const page = await watched.scrape('outbound');
      return /^webhook_attempts_total\{outcome="delivered".* 2$/m.test(page) && scrapeAll();
    });
  });
  after(() => watched?.stop());

  async function scrapeAll(): Promise<Set<string>> {
    const services = ['api', 'orchestrator', 'media', 'outbound'] as const;
    const pages = await Promise.all(services.map((service) => watched.scrape(service)));
    return namesOn(pages.join('\n'));
  }

  it('use only metrics that a running platform serves', async () => {
    const all = [...(await readAlerts()), ...(await readBoards())];
    expect(all.length).to.be.above(40);
    const unknown = all.flatMap((expression) =>
      metricsIn(expression)
        .filter((name) => !SHOWN_IN_TROUBLE.includes(name) && !shown.has(name))
        .map((name) => `${expression.place}: ${name}`),
    );
    expect(unknown).to.deep.equal([]);
    expect(all.filter((expression) => metricsIn(expression).length === 0)).to.have.lengthOf(1);
  });

  it('use metrics that are not served only if the SDK creates them at a failure', async () => {
    const bridge = createRequire(import.meta.url).resolve('@temporalio/core-bridge/package.json');
    const releases = join(dirname(bridge), 'releases');
    const [build = ''] = await readdir(releases);
    const binary = await readFile(join(releases, build, 'index.node'));
    const missing = SHOWN_IN_TROUBLE.filter(
      (name) => !binary.includes(name.replace('temporal_', '')),
    );
    expect(missing).to.deep.equal([]);
  });

  it('count each generation once, by its outcome and public code', async () => {
    const page = await watched.scrape('orchestrator');
    const counted = [...page.matchAll(/^generations_total\{(.*),service.*\} (\d+)$/gm)];
    expect(counted.map(([, labels, count]) => [labels, count])).to.have.deep.members([
      ['type="image",model="service-image",outcome="completed",code=""', '1'],
      ['type="image",model="service-image",outcome="failed",code="CONTENT_BLOCKED"', '1'],
    ]);
  });

  it('measure every provider request by operation and outcome', async () => {
    const page = await watched.scrape('media');
    const counted = [
      ...page.matchAll(/^provider_requests_seconds_count\{service="media",(.*)\}/gm),
    ];
    expect(counted.map(([, labels]) => labels)).to.include.members([
      'provider="fal",operation="submit",outcome="ok"',
      'provider="fal",operation="poll",outcome="ok"',
    ]);
  });
});

describe('alerts', () => {
  it('each have a row in docs/operations.md that says what to do', async () => {
    const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([A-Z]\w+)` \|/gm)].map(([, name]) => name);
    expect(rows).to.have.members((await readAlerts()).map(({ place }) => place));
  });
});
