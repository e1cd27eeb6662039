import { join } from 'node:path';
import type { Running } from './child.js';
import { writeConnection } from './connection.js';
import { createDemoAccount, readCredits, isKnown } from './demo-account.js';
import { runScript, startProcess, type PlatformContext } from './platform.js';
import { describeProcess, type ProcessName } from './processes.js';
import { loadSecrets, saveDemoAccount, type DemoAccount, type Secrets } from './secrets.js';
import { startServers } from './servers.js';
import type { Settings } from './settings.js';
import { createSignInLink } from './sign-in-link.js';
import { socialDemoUrl } from './social-demo.js';
import { startAllOrNone } from './together.js';
import { choosePorts, localUrl, metricsUrls, platformEnv, type Ports } from './wiring.js';

/** The result of a start. */
export interface Launched {
  readonly apiUrl: string;
  readonly temporalUiUrl: string | null;
  /** Where the stand-ins of the social platforms show posts; null without them. */
  readonly socialDemoUrl: string | null;
  readonly demo: DemoAccount;
  /** What the demo account can spend; null when the API does not tell. */
  readonly credits: number | null;
  /** Signs into the dashboard of the demo account, once. */
  readonly signInUrl: string;
}

/** Functions with which a launch informs its caller. */
export interface LaunchHooks {
  readonly abort: AbortSignal;
  readonly say: (text: string) => void;
  /** Called for each process that runs, in order; the caller stops them in the reverse order. */
  readonly onRunning: (running: Running) => void;
}

/**
 * Starts everything: servers, migrations, our processes, the demo account.
 * @returns when the platform serves and `connection.json` has its addresses
 * @throws {Error} when a part does not start; `onRunning` was called for the parts that did
 */
export async function launch(settings: Settings, hooks: LaunchHooks): Promise<Launched> {
  const { dataDir, root } = settings;
  const secretsFile = join(dataDir, 'secrets.json');
  const secrets = loadSecrets(secretsFile);
  const ports = await choosePorts(settings, hooks.say);
  const servers = await startServers({
    folder: dataDir,
    abort: hooks.abort,
    postgres: settings.databaseUrl
      ? null
      : { port: ports.postgres, password: secrets.postgresPassword, durable: true },
    temporal: settings.temporalAddress
      ? null
      : {
          binary: settings.temporalBinary,
          port: ports.temporal,
          uiPort: ports.temporalUi,
          metricsPort: ports.temporalMetrics,
        },
    s3: settings.s3Endpoint
      ? null
      : {
          binary: settings.s3Binary,
          port: ports.s3,
          accessKey: secrets.s3AccessKey,
          secretKey: secrets.s3SecretKey,
        },
  });
  hooks.onRunning(servers);
  const env = platformEnv(servers, settings, secrets, ports);
  const context: PlatformContext = { root, dataDir, env, abort: hooks.abort };
  await runScript(context, 'cli/migrate.js');
  if (settings.socialDemo) {
    // Before our processes, so that it ends after them.
    hooks.onRunning(await startProcess(context, describeProcess('social-demo', ports)));
  }
  await startProcesses(context, ports, hooks);
  const apiUrl = localUrl(ports.api);
  const demo = await provideDemoAccount(context, apiUrl, secrets, secretsFile);
  const temporalUiUrl = servers.temporal?.uiUrl ?? null;
  const shownDemoUrl = settings.socialDemo ? socialDemoUrl(ports.socialDemo) : null;
  writeConnection(
    dataDir,
    env,
    {
      apiUrl,
      temporalUiUrl,
      socialDemoUrl: shownDemoUrl,
      metrics: metricsUrls(ports, servers),
    },
    demo,
  );
  const [credits, signInUrl] = await Promise.all([
    readCredits(apiUrl, demo),
    createSignInLink(context, demo.accountId),
  ]);
  return { apiUrl, temporalUiUrl, socialDemoUrl: shownDemoUrl, demo, credits, signInUrl };
}

/** Calls `onRunning` for the workers first, so that the API stops before them. */
async function startProcesses(
  context: PlatformContext,
  ports: Ports,
  { onRunning }: LaunchHooks,
): Promise<void> {
  const start = (name: ProcessName) => startProcess(context, describeProcess(name, ports));
  const [orchestrator, media, outbound, api] = await startAllOrNone([
    start('orchestrator'),
    start('media'),
    start('outbound'),
    start('api'),
  ]);
  onRunning({
    async stop() {
      await Promise.all([orchestrator.stop(), media.stop(), outbound.stop()]);
    },
  });
  onRunning(api);
}

async function provideDemoAccount(
  context: PlatformContext,
  apiUrl: string,
  secrets: Secrets,
  secretsFile: string,
): Promise<DemoAccount> {
  if (secrets.demo && (await isKnown(apiUrl, secrets.demo))) return secrets.demo;
  const demo = await createDemoAccount(context);
  saveDemoAccount(secretsFile, secrets, demo);
  return demo;
}
