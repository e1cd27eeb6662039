import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { cancelOverdue } from '../../domain/generations/cancel-generation.js';
import type { GenerationJob } from '../../domain/catalogue/runs.js';
import type { WorkflowToStart } from '../../domain/durable/start-workflow.js';
import { SHORT_CLIP } from '../workflows/pipeline.js';
import { ApiSuite, registerSuite, type Customer } from './suite.js';

const FOX = { prompt: 'a red fox' };
const CLIP = { ...SHORT_CLIP, ...FOX };

describe('Cancel-After', () => {
  const starts: WorkflowToStart[] = [];
  const suite = registerSuite(new ApiSuite(), {
    change: (deps) => ({ ...deps, startWorkflow: async (start) => void starts.push(start) }),
  });
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 1_000 });
  });

  const order = (seconds: string, idem: string = randomUUID()) =>
    customer.client.image(FOX, { idem, headers: { 'Cancel-After': seconds } });
  const read = async (id: string) => (await customer.client.get(`/v1/generations/${id}`)).body;
  const expire = (id: string, cancelAt = 1) => cancelOverdue(suite.api.deps, id, cancelAt);
  const balance = async () => (await suite.footprint(customer.accountId))['balance'];
  const events = async () =>
    (await suite.eventsOf(customer.accountId)).map(({ type, body }) => [
      type,
      JSON.parse(body).data.status,
    ]);

  it('rejects values other than whole seconds from 1 to 86400, before any charge', async () => {
    for (const value of ['0', '-1', '86401', '1.5', 'ten', '1e999', '60, 70']) {
      const headers = { 'Cancel-After': value };
      const refused = await suite.leavesNothing(customer.accountId, () =>
        customer.client.refused('POST', '/v1/images', { body: { ...FOX, colour: 1 }, headers }),
      );
      expect(refused.status, value).to.equal(400);
      const { code, details } = refused.body.error;
      expect(code).to.equal('VALIDATION_ERROR');
      expect(JSON.stringify(details), value).to.include('header.Cancel-After');
      expect(JSON.stringify(details), value).to.include('body.colour');
    }
    const clip = { body: CLIP, headers: { 'Cancel-After': '0' } };
    const refused = await customer.client.refused('POST', '/v1/videos', clip);
    expect(JSON.stringify(refused.body.error.details)).to.include('must be 1 to 86400, not 0');
  });

  it('sets the cancel time of the run, counted from the acceptance, for images and videos', async () => {
    const headers = { 'Cancel-After': '86400' };
    const answers = [await order('1'), await customer.client.video(CLIP, { headers })];
    const waits = answers.map(({ status, text, body }) => {
      expect(status, text).to.equal(202);
      return jobOf(body.id).cancelAt - body.created_at;
    });
    expect(waits).to.deep.equal([1_000, 86_400_000]);
  });

  it('does not set a cancel time if the header is missing', async () => {
    const { body } = await customer.client.image(FOX);
    expect(jobOf(body.id)).not.to.have.property('cancelAt');
  });

  it('counts from the first request, and a retry returns the same response without a change', async () => {
    const idem = randomUUID();
    const first = await order('60', idem);
    const again = await order('3600', idem);
    expect([again.status, again.text]).to.deep.equal([202, first.text]);
    const plain = await customer.client.image(FOX, { idem });
    expect([plain.status, plain.text]).to.deep.equal([202, first.text]);
    expect(jobOf(first.body.id).cancelAt).to.equal(first.body.created_at + 60_000);
  });

  it('cancels a queued generation with a full refund and one event', async () => {
    const before = await balance();
    const { id, credits } = (await order('60')).body;
    expect(await balance()).to.equal(Number(before) - credits);
    expect(await expire(id)).to.equal('cancelled');
    expect(await expire(id)).to.equal('cancelled');
    const body = await read(id);
    expect(body).to.include({ status: 'cancelled', refunded_credits: credits, result: null });
    expect(body.error).to.deep.equal({
      code: 'CANCELLED',
      message:
        'Cancelled because processing had not begun in the time of Cancel-After. The full price was refunded.',
    });
    expect(await balance()).to.equal(before);
    expect(await events()).to.deep.equal([['generation.failed', 'cancelled']]);
    const path = `/v1/generations/${id}/cancel`;
    const late = await customer.client.refused('POST', path);
    expect([late.status, late.body.error.details]).to.deep.equal([409, { status: 'cancelled' }]);
  });

  it('adds one line to the timeline of a generation that has begun', async () => {
    const { id } = (await order('60')).body;
    await suite.claim(id);
    expect([await expire(id, 1_234), await expire(id, 1_234)]).to.deep.equal([
      'not_queued',
      'not_queued',
    ]);
    const body = await read(id);
    expect([body.status, body.timeline]).to.deep.equal([
      'processing',
      [
        {
          at: 1_234,
          stage: 'queue',
          resolution: 'fallback',
          status: null,
          message: 'Cancel-After came too late: the generation had already begun.',
        },
      ],
    ]);
    await suite.complete(id);
  });

  it('does not change a generation that has already completed', async () => {
    const { id } = (await order('60')).body;
    await suite.complete(id);
    const before = await read(id);
    expect(await expire(id)).to.equal('not_queued');
    const { result: _before, ...rest } = before;
    expect(await read(id)).to.deep.include(rest);
    expect(await events()).to.deep.equal([['generation.completed', 'completed']]);
  });

  function jobOf(id: string): GenerationJob & { cancelAt: number } {
    const start = starts.find(({ workflowId }) => workflowId === id);
    return start?.args[0] as GenerationJob & { cancelAt: number };
  }
});
