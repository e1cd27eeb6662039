import { expect } from 'chai';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { blackPng } from '../media/inspection/made.js';
import { signedIn } from '../support/person.js';
import { apiSuite, type Customer } from './suite.js';

interface Lineage {
  readonly made_from: readonly GenerationBody[];
  readonly used_in: readonly GenerationBody[];
}

describe('GET /app/api/generations/{id}/lineage', () => {
  const suite = apiSuite();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer();
  });

  const result = async (owner: Customer): Promise<GenerationBody> => {
    const id = await suite.queued(owner);
    await suite.complete(id, blackPng(64));
    return (await owner.client.get(`/v1/generations/${id}`)).body;
  };
  const edit = async (owner: Customer, image: string | undefined): Promise<string> => {
    const { body, status, text } = await owner.client.image({
      prompt: 'at night',
      scene_image: image,
    });
    expect(status, text).to.equal(202);
    return body.id;
  };
  const read = async (owner: Customer, id: string): Promise<readonly string[][]> => {
    const person = await signedIn(suite.db, suite.api.url, owner);
    const { body } = await person.get<Lineage>(`/app/api/generations/${id}/lineage`);
    return [body.made_from, body.used_in].map((list) => list.map((one) => one.id));
  };

  it('lists the result that was used, and its latest uses first', async () => {
    const source = await result(customer);
    const uses = [
      await edit(customer, source.result?.url),
      await edit(customer, source.result?.url),
    ];
    expect(await read(customer, source.id)).to.deep.equal([[], uses.toReversed()]);
    for (const use of uses) expect(await read(customer, use)).to.deep.equal([[source.id], []]);
  });

  it('lists a generation that used the thumbnail', async () => {
    const source = await result(customer);
    const use = await edit(customer, source.result?.thumbnail_url ?? undefined);
    expect(await read(customer, source.id)).to.deep.equal([[], [use]]);
    expect(await read(customer, use)).to.deep.equal([[source.id], []]);
  });

  it('lists at most 12 uses', async () => {
    const source = await result(customer);
    const uses: string[] = [];
    for (let use = 0; use < 14; use += 1) {
      const id = await edit(customer, source.result?.url);
      await suite.complete(id);
      uses.push(id);
    }
    const [, listed] = await read(customer, source.id);
    expect(listed).to.deep.equal(uses.toReversed().slice(0, 12));
  });

  it('names neither the results nor the uses of other accounts', async () => {
    const stranger = await suite.customer();
    const source = await result(customer);
    const use = await edit(stranger, source.result?.url);
    expect(await read(customer, source.id)).to.deep.equal([[], []]);
    expect(await read(stranger, use)).to.deep.equal([[], []]);
    const person = await signedIn(suite.db, suite.api.url, stranger);
    const path = `/app/api/generations/${source.id}/lineage`;
    expect((await person.refused('GET', path)).status).to.equal(404);
  });

  it('finds the uses by an index', async () => {
    const explain = async () => {
      await suite.db.query('SET enable_seqscan = off');
      const rows: Record<string, string>[] = await suite.db.query(
        `EXPLAIN SELECT id FROM generation g WHERE g.inputs <> '[]' AND g.inputs @> '[{"key":"a"}]'`,
      );
      return rows.flatMap((row) => Object.values(row)).join('\n');
    };
    expect(await explain()).to.include('generation_inputs');
  });
});
