import { expect } from 'chai';
import { toAppPath } from '../../api/entry-points.js';
import type { Route } from '../../api/route.js';
import { ROUTES } from '../../api/table.js';
import { BOX_ID } from '../../domain/contract/patterns.js';
import { createBoxId } from '../../domain/contract/ids.js';
import { bodyOf, pathOf } from '../architecture/route-samples.js';
import { blackPng } from '../media/inspection/made.js';
import { Browser, signedIn } from '../support/person.js';
import type { Customer } from './suite.js';
import { errorOf, uploadSuite } from './uploads-rig.js';

interface Schema {
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const propertiesOf = (schema: Schema | undefined) => schema?.properties ?? {};

/** Lists the parameters of a route that take the id of a box. Finds them by their pattern, so that none is missed. */
const placesOf = ({ params, query, body }: Route): string[] =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    Object.entries(propertiesOf(schema)).flatMap(([name, { pattern }]) =>
      pattern === BOX_ID ? [`${part}.${name}`] : [],
    ),
  );

/** Requests to the page of a box and to its API. */
const OF_PAGE: readonly [string, string][] = [
  ['GET', ''],
  ['GET', '/state'],
  ['POST', '/files'],
  ['POST', `/files/upl_${'0'.repeat(32)}`],
];

describe('ids of upload boxes', () => {
  const suite = uploadSuite({ workers: null });
  const titleOf = ({ method, path }: Route) => `${method} ${path}`;

  /** Creates one id of each kind that does not belong to an open box of the customer. */
  async function closedIds(customer: Customer): Promise<string[]> {
    const [expired, closed] = [await suite.box(customer), await suite.box(customer)];
    await suite.db.query('UPDATE upload_box SET expires_at = now() WHERE id = $1', [expired.id]);
    await customer.client.call('DELETE', `/v1/upload-boxes/${closed.id}`);
    const foreign = await suite.box(await suite.customer());
    return [createBoxId(), foreign.id, expired.id, closed.id];
  }

  it('are parameters of exactly the routes listed here', () => {
    const taking = ROUTES.flatMap((route) => placesOf(route).map((at) => `${route.id} ${at}`));
    expect(taking).to.deep.equal([
      'createUpload body.box_id',
      'listBoxUploads query.box_id',
      'getUploadBox params.id',
      'deleteUploadBox params.id',
    ]);
  });

  it('get the same refusal from every route unless the box is open and belongs to the account', async () => {
    const customer = await suite.customer();
    const person = await signedIn(suite.db, suite.api.url, customer);
    const ids = await closedIds(customer);
    for (const route of ROUTES) {
      for (const place of placesOf(route)) {
        const [part] = place.split('.');
        const answers = new Set<string>();
        for (const id of ids) {
          const path = part === 'query' ? `${route.path}?box_id=${id}` : pathOf(route, { id });
          const body =
            part === 'body' ? { body: { ...(bodyOf(route) as object), box_id: id } } : {};
          for (const answer of [
            await customer.client.call<object>(route.method, path, body),
            await person.call<object>(route.method, toAppPath({ path }), body),
          ]) {
            expect(answer.status, `${titleOf(route)} ${answer.text}`).to.equal(404);
            const { code, message } = errorOf(answer);
            answers.add(`${code} ${message.replaceAll(id, 'box')}`);
          }
        }
        expect([...answers], titleOf(route)).to.have.length(1);
      }
    }
  });

  it('are not accepted as credentials for an API key, a session or an agent', async () => {
    const customer = await suite.customer();
    const { id } = await suite.box(customer);
    await suite.leavesNothing(customer.accountId, async () => {
      const program = suite.client(id);
      for (const route of ROUTES.filter(({ entryPoint }) => entryPoint !== 'app')) {
        const options = route.body ? { body: bodyOf(route) } : {};
        const answer = await program.call(route.method, pathOf(route), options);
        expect(answer.status, titleOf(route)).to.equal(401);
      }
      const names = (await signedIn(suite.db, suite.api.url, customer)).cookie.split('=');
      const visitors = [
        Browser.with(suite.api.url, `${names[0]}=${id}`),
        new Browser(suite.api.url),
      ];
      for (const visitor of visitors) {
        for (const route of ROUTES) {
          const headers = { Authorization: `Bearer ${id}`, Referer: `${suite.api.url}/box/${id}` };
          const options = route.body ? { body: bodyOf(route), headers } : { headers };
          const path = toAppPath({ path: pathOf(route) });
          const answer = await visitor.call(route.method, path, options);
          expect(answer.status, titleOf(route)).to.equal(401);
        }
      }
      const agent = await fetch(`${suite.api.url}/mcp`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${id}` },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      expect(agent.status).to.equal(401);
    });
  });

  it('reveal nothing about the account at any address of the page', async () => {
    const customer = await suite.customer();
    const box = await suite.box(customer, { purpose: 'Photos' });
    const { id: own } = await suite.inline(customer, blackPng(8));
    const name = 'An unmistakable account';
    await suite.db.query('UPDATE account SET name = $2 WHERE id = $1', [customer.accountId, name]);
    const [{ key_id: keyId } = { key_id: '' }]: { key_id: string }[] = await suite.db.query(
      'SELECT key_id FROM upload_box WHERE id = $1',
      [box.id],
    );
    const visitor = new Browser(suite.api.url);
    const file = { name: 'a.png', type: 'image/png', size: 9 };
    for (const [method, path] of OF_PAGE) {
      const options = method === 'POST' ? { body: file } : {};
      const answer = await visitor.call(method, `/box/${box.id}${path}`, options);
      const headers = JSON.stringify([...answer.headers]);
      for (const secret of [customer.accountId, keyId, own, name]) {
        expect(`${headers} ${answer.text}`, `${method} ${path}`).not.to.include(secret);
      }
      expect(answer.headers.get('set-cookie'), `${method} ${path}`).to.equal(null);
    }
  });
});
