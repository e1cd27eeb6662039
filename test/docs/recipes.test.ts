import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { ApiSuite, registerSuite, type Customer } from '../api/suite.js';
import { closeServer, listenLocally } from '../support/loopback.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { until } from '../support/until.js';
import { checkTypes, makeProject } from './programs.js';
import { ROOT } from './shell-blocks.js';
import { snippetOf } from './snippets.js';
import { VECTORS } from './vectors.js';

interface Delivery {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly raw: Buffer;
}

/** The fields of an n8n node that the recipe uses. */
interface N8nNode {
  readonly name: string;
  readonly type: string;
  readonly parameters: {
    readonly method?: string;
    readonly url: string;
    readonly headerParameters?: { readonly parameters: { name: string; value: string }[] };
    readonly jsonBody: string;
    readonly jsCode: string;
    readonly options: object;
  };
}
interface Workflow {
  readonly nodes: readonly N8nNode[];
  readonly connections: Record<string, { main: { node: string }[][] }>;
}

const page = await readFile(join(ROOT, 'docs/recipes.md'), 'utf8');
const workflow = JSON.parse(snippetOf(page, 'json')) as Workflow;
const nodeOf = (name: string): N8nNode => {
  const node = workflow.nodes.find((one) => one.name === name);
  if (!node) throw new Error(`the workflow has no node ${name}`);
  return node;
};

type Code = (...values: unknown[]) => Promise<{ json: unknown }[]>;
const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => Code;

/** Evaluates an expression of n8n: a text after `=` with JavaScript in braces. */
async function evaluate(text: string, values: Record<string, unknown>): Promise<unknown> {
  if (!text.startsWith('=')) return text;
  const names = Object.keys(values);
  const run = (code: string): Promise<unknown> =>
    new AsyncFunction(...names, `return (${code});`)(...Object.values(values));
  const [, whole] = /^=\{\{(.*)\}\}$/s.exec(text) ?? [];
  if (whole !== undefined && !whole.includes('{{')) return run(whole);
  let result = text.slice(1);
  for (const [part, code = ''] of result.matchAll(/\{\{(.*?)\}\}/g)) {
    result = result.replace(part, String(await run(code)));
  }
  return result;
}

/** Runs the Code node on a delivery. @param now Unix milliseconds */
function verify({ headers, raw }: Omit<Delivery, 'path'>, secret: string, now?: number) {
  const code = new AsyncFunction(
    '$input',
    '$env',
    'require',
    'Date',
    nodeOf(VERIFY).parameters.jsCode,
  );
  const node = { helpers: { getBinaryDataBuffer: async () => raw } };
  const input = { first: () => ({ json: { headers } }) };
  const clock = { now: () => now ?? Date.now() };
  const env = { MEDIA_WEBHOOK_SECRET: secret };
  return code.call(node, input, env, createRequire(import.meta.url), clock);
}

const VERIFY = 'Verify the signature';

describe('recipes', () => {
  const folder = temporaryFolder('recipes-');
  const deliveries: Delivery[] = [];
  let handle: ((request: Request) => Promise<Response>) | null = null;
  let server: Server;
  let origin = '';

  /** Redirects to files of the API, whose port is not known when it starts. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (request.method === 'GET') {
      response.writeHead(302, { Location: suite.api.url + path }).end();
      return;
    }
    const raw = await buffer(request);
    const headers = request.headers as Record<string, string>;
    const sent = new Request(origin + path, { method: 'POST', headers, body: new Uint8Array(raw) });
    const status = handle && path === '/api/media' ? (await handle(sent)).status : 200;
    deliveries.push({ path, headers, raw });
    response.writeHead(status).end();
  }

  const suite = registerSuite(new ApiSuite(), {
    workers: { outbound: true },
    env: async () => {
      server = createServer((request, response) => void answer(request, response));
      origin = await listenLocally(server);
      return { WEBHOOK_ALLOW: origin, PUBLIC_URL: origin };
    },
    end: () => closeServer(server),
  });

  const readSecret = async ({ client }: Customer): Promise<string> =>
    (await client.get<{ secret: string }>('/v1/webhooks/callback-secret')).body.secret;
  const delivered = (path: string) =>
    until(`a delivery at ${path}`, async () => deliveries.find((one) => one.path === path) ?? null);

  it('have a route handler for Next.js that saves the file of an authentic event', async () => {
    const project = await makeProject(join(folder(), 'next'));
    const files = join(project, 'files');
    await mkdir(files);
    const snippet = snippetOf(page, 'ts');
    expect(await checkTypes(project, { 'route.ts': snippet })).to.deep.equal([]);
    await writeFile(join(project, 'route.ts'), snippet);
    const module = (await import(pathToFileURL(join(project, 'route.ts')).href)) as {
      POST: typeof handle;
    };
    const customer = await suite.customer();
    process.env['MEDIA_WEBHOOK_SECRET'] = await readSecret(customer);
    process.env['MEDIA_FOLDER'] = files;
    handle = module.POST;
    const webhook_url = `${origin}/api/media`;
    const { body } = await customer.client.image({ prompt: 'a fox', webhook_url });
    const saved = join(files, `${body.id}.webp`);
    await until('the file', async () => existsSync(saved) || null);
    const { headers, raw } = await delivered('/api/media');
    const forged = new Uint8Array(Buffer.from(raw.toString().replace('fox', 'cat')));
    const request = new Request(webhook_url, { method: 'POST', headers, body: forged });
    expect((await handle?.(request))?.status).to.equal(400);
  }).timeout(120_000);

  it('have a workflow for n8n whose nodes are connected by name', () => {
    const names = workflow.nodes.map(({ name }) => name);
    const targets = Object.values(workflow.connections).flatMap(({ main }) => main.flat());
    expect(names).to.include.members(Object.keys(workflow.connections));
    expect(names).to.include.members(targets.map(({ node }) => node));
    for (const { type } of workflow.nodes) expect(type).to.match(/^n8n-nodes-base\.\w+$/);
    expect(nodeOf('Webhook').parameters.options).to.deep.equal({ rawBody: true });
  });

  it('have a Code node for n8n that accepts and rejects exactly as the test vectors require', async () => {
    // An empty body is authentic, but has no event.
    for (const { name, secret, header, body, now, valid } of VECTORS.filter((one) => one.body)) {
      const delivery = { headers: { 'service-signature': header }, raw: Buffer.from(body) };
      const accepted = await verify(delivery, secret, now * 1_000).then(
        () => true,
        (error: Error) => error instanceof SyntaxError || !/signature/i.test(error.message),
      );
      expect(accepted, name).to.equal(valid);
    }
  });

  it('have valid requests for n8n, and the event contains a file', async () => {
    const customer = await suite.customer();
    const $env = { MEDIA_API_URL: suite.api.url, MEDIA_WEBHOOK_URL: `${origin}/n8n` };
    const values = { $env, $execution: { id: '17' } };
    const { method, url, headerParameters, jsonBody } = nodeOf('Request an image').parameters;
    const [key] = headerParameters?.parameters ?? [];
    const response = await fetch(String(await evaluate(url, values)), {
      ...(method && { method }),
      headers: {
        Authorization: `Bearer ${customer.apiKey}`,
        'Content-Type': 'application/json',
        [key?.name ?? '']: String(await evaluate(key?.value ?? '', values)),
      },
      body: JSON.stringify(await evaluate(jsonBody, values)),
    });
    expect(response.status).to.equal(202);
    const delivery = await delivered('/n8n');
    const [item] = await verify(delivery, await readSecret(customer));
    const download = nodeOf('Download the file').parameters.url;
    const file = await fetch(String(await evaluate(download, { $json: item?.json })));
    expect(file.headers.get('content-type')).to.equal('image/webp');
  }).timeout(120_000);
});
