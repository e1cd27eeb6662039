import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { buildVideoResource } from '../../adapters/social/youtube/metadata.js';
import { runTool } from '../contract/tool.js';
import { everyOrder } from '../providers/fal/offered.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const STRICT = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];

/** Body, its required type, and the same body with a mistake that the type must refuse. */
interface Typed {
  readonly type: string;
  readonly body: string;
  /** Reason why the type does not support the body; null if it does. */
  readonly unknown: string | null;
}

/**
 * Endpoints that are missing in the types of @fal-ai/client 1.10.1, with the reason. The types are
 * released with the package, so they lack newer endpoints of fal.
 */
const UNTYPED: Readonly<Record<string, string>> = {
  'bytedance/seedance-2.5/image-to-video': 'its Seedance ends at 1.5',
  'bytedance/seedance-2.0/image-to-video': 'its Seedance ends at 1.5',
  'bytedance/seedance-2.0/mini/image-to-video': 'its Seedance ends at 1.5',
  'minimax/h3/image-to-video': 'its MiniMax ends at Hailuo 2.3',
  'google/gemini-omni-flash/v1.1/image-to-video': 'it has the pictures and voices of Gemini alone',
};

/**
 * Values that are missing in the type of an endpoint although fal documents them, with the reason.
 * The other fields of such a body are checked without this one.
 */
const UNTYPED_VALUES = [
  {
    endpoint: /^fal-ai\/veo3\.1\//,
    field: 'resolution',
    value: '"resolution":"4k"',
    why: 'its Veo 3.1 has the type of Veo 3, which ends at 1080p',
  },
  {
    endpoint: /^fal-ai\/kokoro\/(?!american|french)/,
    field: 'voice',
    value: '"voice":',
    why: 'its other Kokoro endpoints have the type of the Hindi one, with its four voices',
  },
];

const dropField = (body: string, field: string): string =>
  JSON.stringify({ ...(JSON.parse(body) as object), [field]: undefined });

function falBodies(): Typed[] {
  const seen = new Set<string>();
  return everyOrder().flatMap(({ endpoint, body }) => {
    const type = `EndpointTypeMap['${endpoint}']['input']`;
    const extra = UNTYPED_VALUES.find(
      (each) => each.endpoint.test(endpoint) && body.includes(each.value),
    );
    const why = UNTYPED[endpoint];
    if (why === undefined && extra) {
      const rest = { type: `Omit<${type}, '${extra.field}'>`, body: dropField(body, extra.field) };
      return [
        { type, body, unknown: extra.why },
        { ...rest, unknown: null },
      ];
    }
    if (why === undefined) return [{ type, body, unknown: null }];
    // One body is enough to show that the endpoint is unknown.
    if (seen.has(endpoint)) return [];
    seen.add(endpoint);
    return [{ type, body, unknown: why }];
  });
}

function youtubeBodies(): Typed[] {
  const choices = (['public', 'unlisted', 'private'] as const).flatMap((visibility) =>
    [true, false].map((made_for_kids) => ({ visibility, made_for_kids })),
  );
  return choices.map((youtube) => {
    const post = { title: 'A kite', text: 'over dunes', settings: { youtube } };
    const body = JSON.stringify(buildVideoResource(post));
    return { type: 'youtube_v3.Schema$Video', body, unknown: null };
  });
}

describe('request bodies of our adapters', () => {
  const folder = temporaryFolder('vendor-types-');
  before(() => symlink(MODULES, join(folder(), 'node_modules')));

  it("match the vendors' types except for known gaps, and do not compile if a field is misspelt", async () => {
    const bodies = [...falBodies(), ...youtubeBodies()];
    const types = new Set(bodies.filter(({ unknown }) => unknown === null).map(({ type }) => type));
    const misspelt = [...types].map((type) => {
      const { body = '{}' } = bodies.find((each) => each.type === type && !each.unknown) ?? {};
      return { type, body: `{"misspelt":1,${body.slice(1)}`, unknown: 'a misspelt field' };
    });
    const all = [...bodies, ...misspelt];
    const lines = [
      "import type { EndpointTypeMap } from '@fal-ai/client/endpoints'; import type { youtube_v3 } from '@googleapis/youtube';",
      ...all.map(({ type, body }, n) => `export const body${n}: ${type} = ${body};`),
    ];
    await writeFile(join(folder(), 'bodies.mts'), lines.join('\n'));
    const tsc = join(MODULES, '.bin', 'tsc');
    const { text } = await runTool(tsc, [...STRICT, 'bodies.mts'], folder());
    const complaints = [...text.matchAll(/^bodies\.mts\((\d+),.*error (.*)$/gm)];
    const refused = new Set(complaints.map(([, line]) => Number(line) - 2));
    const surprises = all.flatMap(({ type, body, unknown }, n) =>
      refused.has(n) === (unknown !== null) ? [] : [`${unknown ?? 'refused'}: ${type} = ${body}`],
    );
    expect(surprises, text).to.deep.equal([]);
    expect(bodies.length).to.be.greaterThan(200);
  });
}).timeout(120_000);
