import { expect } from 'chai';
import type { GenerationErrorCode } from '../../domain/catalogue/stages.js';
import { clearText, closingOf, eventsOf, typesOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { accounting, ended, order, paid, PRICE, refunded, shape, type Order } from './pipeline.js';
import { usePlatform } from '../support/use-platform.js';

const EVENTS_MAX = 13;
const TASKS_MAX = 2;

interface Card {
  readonly directive: string;
  readonly error: GenerationErrorCode | null;
  readonly timeline: readonly string[];
}

const exhausted = (status: number) => [
  `image_generation retried ${status}`,
  `image_generation retried ${status}`,
  `image_generation fallback ${status}`,
  `image_generation retried ${status}`,
  `image_generation retried ${status}`,
  `image_generation stopped ${status}`,
];

/** Every directive (domain/catalogue/simulate), with its expected outcome. */
const CARDS: readonly Card[] = [
  { directive: 'provider_error', error: 'PROVIDER_ERROR', timeline: exhausted(503) },
  { directive: 'rate_limit', error: 'RATE_LIMIT', timeline: exhausted(429) },
  {
    directive: 'timeout',
    error: 'TIMEOUT',
    timeline: [
      'image_generation retried null',
      'image_generation fallback null',
      'image_generation retried null',
      'image_generation stopped null',
    ],
  },
  {
    directive: 'content_blocked',
    error: 'CONTENT_BLOCKED',
    timeline: ['image_generation stopped 422'],
  },
  { directive: 'provider_error=1', error: null, timeline: ['image_generation retried 503'] },
  { directive: 'rate_limit=1', error: null, timeline: ['image_generation retried 429'] },
  { directive: 'fallback', error: null, timeline: ['image_generation fallback 400'] },
  {
    directive: 'analysis_failure',
    error: null,
    timeline: ['scene_analysis continued_without_analysis 503'],
  },
  { directive: 'slow=1', error: null, timeline: [] },
];

describe('generateImage', () => {
  const rig = replayRig();
  /** All generations are created first, so that their waits between attempts pass concurrently. */
  const ordered = new Map<string, Order>();
  const api = usePlatform({ change: rig.watch, workers: {} });
  before(async () => {
    for (const { directive } of CARDS) {
      ordered.set(directive, await order(api, `a red fox in snow simulate:${directive}`));
    }
    ordered.set('plain', await order(api, 'a red fox in snow'));
  });

  const orderOf = (name: string): Order => {
    const found = ordered.get(name);
    if (!found) throw new Error(`nothing was ordered for ${name}`);
    return found;
  };
  const handleOf = (name: string) => api.deps.temporal.client.workflow.getHandle(orderOf(name).id);
  const closed = (name: string) => closingOf(api.deps, orderOf(name).id);
  const history = (name: string) => eventsOf(api.deps.temporal.client, orderOf(name).id);

  for (const { directive, error, timeline } of CARDS) {
    const outcome =
      error === null ? 'completes and charges once' : `fails as ${error} and refunds once`;
    it(`${outcome} with simulate:${directive}, and its timeline shows why`, async () => {
      const body = await ended(api, orderOf(directive));
      expect(body.status, JSON.stringify(body)).to.equal(error === null ? 'completed' : 'failed');
      expect(body.error?.code ?? null).to.equal(error);
      expect(body.refunded_credits).to.equal(error === null ? 0 : PRICE);
      expect(body.result === null).to.equal(error !== null);
      expect(shape(body)).to.deep.equal(timeline);
      const closing = error === null ? 'COMPLETED completed' : `FAILED ${error}`;
      expect(await closed(directive)).to.equal(closing);
      const money = error === null ? paid(body.id) : refunded(body.id, 'failed');
      expect(await accounting(api.deps, orderOf(directive))).to.deep.equal(money);
    });
  }

  it('tries every provider before it fails, with a separate activity for each attempt', async () => {
    await closed('provider_error');
    const events = await history('provider_error');
    const types = typesOf(events);
    expect(types.filter((type) => type === 'ACTIVITY_TASK_FAILED')).to.have.length(6);
    expect(types.filter((type) => type === 'TIMER_FIRED')).to.have.length(4);
    for (const route of ['local/studio', 'local/standby']) {
      expect(clearText(events).split(`generate with ${route}`)).to.have.length(3 + 1);
    }
  });

  it('shows operators a fallback, with both routes in the history and the reason in the details', async () => {
    await closed('fallback');
    const text = clearText(await history('fallback'));
    expect(text).to.include('generate with local/studio');
    expect(text).to.include('generate with local/standby');
    expect(await detailsOf('fallback')).to.include('image_generation: fallback (rejected 400)');
  });

  it(`takes at most ${EVENTS_MAX} events and ${TASKS_MAX} workflow tasks for a plain image`, async () => {
    await closed('plain');
    const types = typesOf(await history('plain'));
    console.log(`      a plain image: ${types.length} events`);
    expect(types.length, types.join('\n')).to.be.at.most(EVENTS_MAX);
    const tasks = types.filter((type) => type === 'WORKFLOW_TASK_COMPLETED');
    expect(tasks.length).to.be.at.most(TASKS_MAX);
  });

  it('can be searched by generation id, account, type, model and stage, and links to the dashboard', async () => {
    const { id, account } = orderOf('plain');
    await closed('plain');
    const run = await handleOf('plain').describe();
    expect(run.workflowId).to.equal(id);
    expect(run.type).to.equal('generateImage');
    expect(await run.staticSummary()).to.equal(`image · service-image · ${account.accountId}`);
    const { publicUrl } = api.deps.env;
    expect(await run.staticDetails()).to.equal(
      `[Generation in the dashboard](${publicUrl}/app/library/${id})\n\n` +
        `[Account in the dashboard](${publicUrl}/app/admin/accounts/${account.accountId})`,
    );
    const attributes = run.typedSearchAttributes
      .getAll()
      .filter(({ key }) => key.name !== 'BuildIds')
      .map(({ key, value }) => [key.name, value]);
    expect(Object.fromEntries(attributes)).to.deep.equal({
      AccountId: account.accountId,
      GenerationType: 'image',
      Model: 'service-image',
      Stage: 'image_generation',
    });
  });

  it('shows the stage and the outcome as current details in the Temporal UI', async () => {
    await closed('plain');
    expect(await detailsOf('plain')).to.equal('stage: **storage**\n**completed**');
  });

  it('keeps the prompt and the picture out of the history, which contains only ids', async () => {
    for (const name of ['plain', 'provider_error', 'content_blocked', 'analysis_failure']) {
      await closed(name);
      const events = await history(name);
      const text = clearText(events);
      expect(text, name).to.include(orderOf(name).id);
      expect(text, name).not.to.include('red fox');
      expect(text, name).not.to.include('zebrafinch');
      // Payloads are base64 in the JSON and decoded in `text`. Neither form may contain a picture.
      expect(text, name).not.to.match(/RIFF|PNG|iVBORw0KGgo|UklGR/);
      expect(JSON.stringify(events).length, name).to.be.below(40_000);
    }
  });

  async function detailsOf(name: string): Promise<string> {
    const { currentDetails } = await handleOf(name).query<{ currentDetails: string }>(
      '__temporal_workflow_metadata',
    );
    return currentDetails;
  }
});
