import type { TObject } from 'typebox';
import type { DocumentedRoute } from './documented-route.js';
import { writeValue } from './write-value.js';

/** A code sample of an operation in one language, in the format of `x-codeSamples`. */
export interface CodeSample {
  readonly lang: 'curl' | 'TypeScript' | 'Python';
  readonly source: string;
}

type Values = Readonly<Record<string, unknown>>;

/** An example request to a route. */
interface Example {
  readonly route: DocumentedRoute;
  readonly params: Values;
  /** Required parameters only. */
  readonly query: Values;
}

/**
 * Routes that both clients call by a method. `%` is the argument. All other routes use `request`.
 */
const NAMED: Readonly<Record<string, readonly [typescript: string, python: string]>> = {
  createImage: [
    'const image = await media.images.create(%).wait();\nconsole.log(image.result.url);',
    'image = client.images.create(%).wait()\nprint(image["result"]["url"])',
  ],
  createVideo: [
    'const video = await media.videos.create(%).wait();\nconsole.log(video.result.url);',
    'video = client.videos.create(%).wait()\nprint(video["result"]["url"])',
  ],
  getGeneration: [
    'const generation = await media.generations.get(%);\nconsole.log(generation.status);',
    'generation = client.generations.get(%)\nprint(generation["status"])',
  ],
  listGenerations: [
    'for await (const { id, status } of media.generations.list()) console.log(id, status);',
    'for generation in client.generations.list():\n    print(generation["id"], generation["status"])',
  ],
  streamGeneration: [
    'for await (const event of media.generations.subscribe(%)) console.log(event.type, event.data);',
    'for event in client.subscribe(%):\n    print(event.type, event.data)',
  ],
};

/** File names for responses that are not JSON. */
const FILES: Readonly<Record<string, string>> = {
  'application/zip': 'generations.zip',
  'text/csv': 'usage.csv',
};

/**
 * Writes a route's example request as curl, TypeScript and Python. Each sample reads `API_KEY` from
 * the environment.
 */
export function writeCodeSamples(route: DocumentedRoute, origin: string): CodeSample[] {
  const example: Example = {
    route,
    params: exampleValues(route.params),
    query: exampleValues(route.query),
  };
  return [
    { lang: 'curl', source: writeCurl(example, origin) },
    { lang: 'TypeScript', source: writeTypeScript(example, origin) },
    { lang: 'Python', source: writePython(example, origin) },
  ];
}

/** Returns a value for each required parameter. */
function exampleValues(fields: TObject | undefined): Values {
  const required = fields?.required ?? [];
  return Object.fromEntries(required.map((name) => [name, exampleValue(fields?.properties[name])]));
}

/** Returns the first value of an enum, or an id that matches the pattern. */
function exampleValue(schema: object = {}): unknown {
  const { enum: values, pattern = '' } = schema as { enum?: unknown[]; pattern?: string };
  const [, prefix, length] = /^\^(\w+_)\[0-9a-f\]\{(\d+)\}/.exec(pattern) ?? [];
  if (prefix) return prefix + '0123456789abcdef'.repeat(2).slice(0, Number(length));
  return values?.[0] ?? 'a2b3c4d5e6f7a2b3c4d5';
}

/** Builds the path with its parameters, and with the query if there is one. */
function fillPath({ route, params }: Example, query: Values = {}): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  const given = new URLSearchParams(query as Record<string, string>).toString();
  return given ? `${path}?${given}` : path;
}

function writeCurl(example: Example, origin: string): string {
  const { method, idempotency, example: body, answers } = example.route;
  const needsMethod = method !== 'GET' && !(method === 'POST' && body !== undefined);
  const file = FILES[answers ?? ''];
  const url = origin + fillPath(example, example.query);
  const flags = answers === 'text/event-stream' ? '-sSN' : '-sS';
  return [
    `curl ${flags}${needsMethod ? ` -X ${method}` : ''} ${url.includes('?') ? `"${url}"` : url}`,
    '-H "Authorization: Bearer $API_KEY"',
    ...(idempotency === 'required' ? ['-H "Idempotency-Key: $(date +%s)-$RANDOM"'] : []),
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", `'\\''`)}'`,
        ]),
    ...(file ? [`-o ${file}`] : []),
  ].join(' \\\n  ');
}

function writeTypeScript({ route, params, query }: Example, origin: string): string {
  const { id, method, path, example: body, answers } = route;
  const file = FILES[answers ?? ''];
  const input = Object.entries({ params, query, body }).filter(
    ([, part]) => part !== undefined && Object.keys(part as object).length > 0,
  );
  const argument =
    input.length > 0 ? `, ${writeValue(Object.fromEntries(input), 'TypeScript')}` : '';
  const request = `const answer = await media.request('${method} ${path}'${argument});`;
  const save = `await writeFile('${file}', Buffer.from(await answer.arrayBuffer()));`;
  const named = NAMED[id]?.[0].replace('%', writeValue(body ?? params['id'], 'TypeScript'));
  return [
    ...(file ? ["import { writeFile } from 'node:fs/promises';"] : []),
    "import { MediaClient } from '@media-platform/client';",
    '',
    `const media = new MediaClient({ baseUrl: '${origin}', apiKey: process.env.API_KEY });`,
    named ?? `${request}\n${file ? save : 'console.log(answer);'}`,
  ].join('\n');
}

function writePython(example: Example, origin: string): string {
  const { route, params, query } = example;
  const { id, method, example: body, answers } = route;
  const file = FILES[answers ?? ''];
  const input = [
    ...(body === undefined ? [] : [`json=${writeValue(body, 'Python')}`]),
    ...(Object.keys(query).length > 0 ? [`query=${writeValue(query, 'Python')}`] : []),
  ];
  const request = `client.request(${[`"${method}"`, `"${fillPath(example)}"`, ...input].join(', ')})`;
  const fields = Object.entries(body ?? {}).map(
    ([name, value]) => `    ${name}=${writeValue(value, 'Python', 1)},`,
  );
  const argument = body ? `\n${fields.join('\n')}\n` : writeValue(params['id'], 'Python');
  const plain = file ? `Path("${file}").write_bytes(${request})` : `print(${request})`;
  return [
    ...(file ? ['from pathlib import Path\n'] : []),
    'from media_platform import MediaClient\n',
    `client = MediaClient(base_url="${origin}")`,
    NAMED[id]?.[1].replace('%', argument) ?? plain,
  ].join('\n');
}
