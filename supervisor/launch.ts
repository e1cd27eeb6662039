import { join } from 'node:path';
import type { Restartable, Running } from './child.js';
import { writeConnection } from './connection.js';
import { createDemoAccount, readCredits, isKnown } from './demo-account.js';
import { runScript, startProcess, type PlatformContext } from './platform.js';
import { describeProcess, type ProcessName } from './processes.js';
import { loadSecrets, saveDemoAccount, type DemoAccount, type Secrets } from './load-secrets.js';
import { startBaseServers } from './base-servers.js';
import type { Servers } from './servers.js';
import type { Settings } from './settings.js';
import { createSignInLink } from './sign-in-link.js';
import { buildSocialDemoUrl } from './social-demo.js';
import { startAllOrNone } from './start-all.js';
import {
  choosePorts,
  buildLocalUrl,
  buildMetricsUrls,
  buildPlatformEnv,
  type Ports,
} from './wiring.js';

/** A start's result. */
export interface LaunchResult {
  readonly apiUrl: string;
  readonly temporalUiUrl: string | null;
  /** URL of the stand-ins that show social platform posts; null without stand-ins. */
  readonly socialDemoUrl: string | null;
  readonly demo: DemoAccount;
  /** Credits that the demo account can spend; null if the API does not report them. */
  readonly credits: number | null;
  /** Signs in to the demo account's dashboard, once. */
  readonly signInUrl: string;
  /** Restarts processes with changed settings, for `npm run dev`. */
  readonly restart: (names: readonly string[], env: NodeJS.ProcessEnv) => Promise<void>;
}

/** Callbacks that report a launch to its caller. */
export interface LaunchHooks {
  readonly abort: AbortSignal;
  readonly print: (text: string) => void;
  /**
   * Callback for each process that has started, in order; the caller stops them in reverse order.
   */
  readonly onRunning: (running: Running) => void;
}

/**
 * Starts everything: servers, migrations, our processes, the demo account.
 * @returns once the platform serves and `connection.json` has its addresses
 * @throws {Error} if a part does not start; `onRunning` was called for the parts that did
 */
export async function launch(settings: Settings, hooks: LaunchHooks): Promise<LaunchResult> {
  const { dataDir, root } = settings;
  const { abort } = hooks;
  const secretsFile = join(dataDir, 'secrets.json');
  const secrets = loadSecrets(secretsFile);
  const ports = await choosePorts(settings, hooks.print);
  const buildContext = (servers: Servers): PlatformContext => {
    return { root, dataDir, env: buildPlatformEnv(servers, settings, secrets, ports), abort };
  };
  const servers = await startBaseServers({ settings, secrets, ports, abort }, (begun) =>
    runScript(buildContext(begun), 'cli/migrate.js'),
  );
  hooks.onRunning(servers);
  const context = buildContext(servers);
  // A sign-in link needs only the database, so it is created while the processes start.
  const early = createEarlyLink(context, secrets.demo);
  const processes = await startProcesses(context, ports, settings.socialDemo, hooks);
  const apiUrl = buildLocalUrl(ports.api);
  const demo = await provideDemoAccount(context, apiUrl, secrets, secretsFile);
  const temporalUiUrl = servers.temporal?.uiUrl ?? null;
  const shownDemoUrl = settings.socialDemo ? buildSocialDemoUrl(ports.socialDemo) : null;
  writeConnection(
    dataDir,
    context.env,
    {
      apiUrl,
      temporalUiUrl,
      socialDemoUrl: shownDemoUrl,
      metrics: buildMetricsUrls(ports, servers),
    },
    demo,
  );
  const [credits, signInUrl] = await Promise.all([
    readCredits(apiUrl, demo),
    // The early link is useless if a new account had to be created.
    demo === secrets.demo
      ? early.then((link) => link ?? createSignInLink(context, demo.accountId))
      : createSignInLink(context, demo.accountId),
  ]);
  const restart: LaunchResult['restart'] = async (names, env) => {
    Object.assign(context.env, env);
    const chosen = [...processes].filter(([name]) => names.includes(name));
    await Promise.all(chosen.map(([, one]) => one.restart()));
  };
  return { apiUrl, temporalUiUrl, socialDemoUrl: shownDemoUrl, demo, credits, signInUrl, restart };
}

/** Returns null if this database has no demo account. */
async function createEarlyLink(
  context: PlatformContext,
  demo: DemoAccount | undefined,
): Promise<string | null> {
  if (!demo) return null;
  return createSignInLink(context, demo.accountId).catch(() => null);
}

/** Calls `onRunning` for the workers first, so that the API stops before the workers. */
async function startProcesses(
  context: PlatformContext,
  ports: Ports,
  withDemo: boolean,
  { onRunning }: LaunchHooks,
): Promise<ReadonlyMap<string, Restartable>> {
  const start = (name: ProcessName) => startProcess(context, describeProcess(name, ports));
  const [demo, workers, api] = await startAllOrNone([
    withDemo ? start('social-demo') : Promise.resolve(null),
    start('workers'),
    start('api'),
  ]);
  if (demo) onRunning(demo);
  onRunning(workers);
  onRunning(api);
  return new Map([
    ['workers', workers],
    ['api', api],
  ]);
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
