import { expect } from 'chai';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { FAL_KEY } from '@media-platform/stand-ins/providers/fal/fake.js';
import type { ReceivedSpan } from '../support/otlp-receiver.js';
import { startWatched, type Watched } from './rig.js';

const PROMPT = 'a marker-prompt of a red fox';
/** Names of the spans in the trace of an image, from the request to its webhook. */
const NAMES = [
  'POST /v1/images',
  'StartWorkflow generateImage',
  'RunWorkflow generateImage',
  'RunActivity generateImage',
  'submit fal',
  'poll fal',
  'RunActivity completeGeneration',
  'StartWorkflow deliverWebhook',
  'RunWorkflow deliverWebhook',
  'POST webhook',
];

/** Trace ids that the caller sends. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const LATE_TRACE = '4bf92f3577b34da6a3ce929d0e0e4737';

describe('traces', function () {
  this.timeout(240_000);
  let watched: Watched;
  let spans: readonly ReceivedSpan[];

  before(async () => {
    watched = await startWatched();
    const body = { url: watched.receiver.at('/hook') };
    await watched.customer.client.call('POST', '/v1/webhooks', { body });
    spans = await order(TRACE);
  });
  after(() => watched?.stop());

  /**
   * Creates an image within a trace of the caller.
   * @returns the spans of that trace
   */
  async function order(traceId: string): Promise<readonly ReceivedSpan[]> {
    const headers = {
      traceparent: `00-${traceId}-00f067aa0ba902b7-00`,
      tracestate: 'marker=state',
    };
    const body = { prompt: PROMPT, aspect_ratio: '1:1' };
    const answer = await watched.customer.client.call<GenerationBody>('POST', '/v1/images', {
      body,
      headers,
    });
    expect(answer.status, answer.text).to.equal(202);
    return watched.collector.trace(traceId, NAMES);
  }

  /** Lists the names of a span and its ancestors, starting with our root span. */
  function pathTo(name: string): string[] {
    const span = spans.find((one) => one.name === name);
    const above = spans.find(({ spanId }) => spanId === span?.parentSpanId);
    return above ? [...pathTo(above.name), name] : [name];
  }

  it('connect the request, the provider call and the webhook in one trace', () => {
    expect(pathTo('submit fal')).to.deep.equal([
      'POST /v1/images',
      'StartWorkflow generateImage',
      'RunWorkflow generateImage',
      'RunActivity generateImage',
      'submit fal',
    ]);
    expect(pathTo('POST webhook')).to.deep.equal([
      'POST /v1/images',
      'StartWorkflow generateImage',
      'RunWorkflow generateImage',
      'RunActivity completeGeneration',
      'StartWorkflow deliverWebhook',
      'RunWorkflow deliverWebhook',
      'RunActivity attemptDelivery',
      'POST webhook',
    ]);
    const services = new Set(spans.map(({ service }) => service));
    expect([...services].toSorted()).to.deep.equal(['api', 'media', 'orchestrator', 'outbound']);
    expect(spans.filter(({ status }) => status.code === 2).map(({ name }) => name)).to.deep.equal(
      [],
    );
  });

  it('are passed to the provider and the webhook receiver, with the span that makes the call', () => {
    const idOf = (name: string) => spans.find((span) => span.name === name)?.spanId;
    const at = (name: string) => `00-${TRACE}-${idOf(name)}-01`;
    expect(watched.vendor.headers().at(-1)?.traceparent).to.equal(at('submit fal'));
    const receipts = watched.receiver.of('/hook').map(({ headers }) => headers);
    expect(receipts.map(({ traceparent }) => traceparent)).to.include(at('POST webhook'));
    // The caller's tracestate is for the caller's own vendors, so it is not passed on.
    expect(watched.vendor.headers().at(-1)).not.to.have.property('tracestate');
    for (const headers of receipts) expect(headers).not.to.have.property('tracestate');
  });

  it('do not add an event to the history of a run', async () => {
    const run = spans.find(({ name }) => name === 'RunWorkflow generateImage');
    const id = String(run?.attributes['temporal.workflow_id']);
    const history = await watched.deps.temporal.client.workflow.getHandle(id).fetchHistory();
    expect(history.events).to.have.lengthOf(19);
  });

  it('continue if a run started late, from the outbox', async () => {
    await watched.servers.temporal.stop();
    const ordered = order(LATE_TRACE);
    await watched.collector.trace(LATE_TRACE, ['POST /v1/images']);
    await watched.servers.temporal.start();
    const starts = (await ordered).filter(({ name }) => name === 'StartWorkflow generateImage');
    const services = new Set(starts.map(({ service }) => service));
    expect([...services].toSorted()).to.deep.equal(['api', 'orchestrator']);
  });

  it('never contain a prompt, key, URL or error text', () => {
    const { texts, strange } = watched.collector;
    expect(texts).not.to.deep.equal([]);
    const secrets = [PROMPT, 'marker', FAL_KEY, watched.customer.apiKey, '/hook', 'http://'];
    const leaks = texts.filter((text) => secrets.some((secret) => text.includes(secret)));
    expect(leaks).to.deep.equal([]);
    expect(strange).to.deep.equal([]);
  });
});
