import { join } from 'node:path';
import type { Restartable, Running } from './child.js';
import { writeConnection } from './connection.js';
import { createDemoAccount, readCredits, isKnown } from './demo-account.js';
import { runScript, startProcess, type PlatformContext } from './platform.js';
import { describeProcess, type ProcessName } from './processes.js';
import { loadSecrets, saveDemoAccount, type DemoAccount, type Secrets } from './secrets.js';
import { startGround } from './ground.js';
import type { Servers } from './servers.js';
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
  /** Restarts processes with changed settings, for `npm run dev`. */
  readonly restart: (names: readonly string[], env: NodeJS.ProcessEnv) => Promise<void>;
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
  const { abort } = hooks;
  const secretsFile = join(dataDir, 'secrets.json');
  const secrets = loadSecrets(secretsFile);
  const ports = await choosePorts(settings, hooks.say);
  const contextOf = (servers: Servers): PlatformContext => {
    return { root, dataDir, env: platformEnv(servers, settings, secrets, ports), abort };
  };
  const servers = await startGround({ settings, secrets, ports, abort }, (begun) =>
    runScript(contextOf(begun), 'cli/migrate.js'),
  );
  hooks.onRunning(servers);
  const context = contextOf(servers);
  // A link needs the database alone, so it is made beside the start of the processes.
  const early = createEarlyLink(context, secrets.demo);
  const processes = await startProcesses(context, ports, settings.socialDemo, hooks);
  const apiUrl = localUrl(ports.api);
  const demo = await provideDemoAccount(context, apiUrl, secrets, secretsFile);
  const temporalUiUrl = servers.temporal?.uiUrl ?? null;
  const shownDemoUrl = settings.socialDemo ? socialDemoUrl(ports.socialDemo) : null;
  writeConnection(
    dataDir,
    context.env,
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
    // The early link is of no use when another account had to be made.
    demo === secrets.demo
      ? early.then((link) => link ?? createSignInLink(context, demo.accountId))
      : createSignInLink(context, demo.accountId),
  ]);
  const restart: Launched['restart'] = async (names, env) => {
    Object.assign(context.env, env);
    const chosen = [...processes].filter(([name]) => names.includes(name));
    await Promise.all(chosen.map(([, one]) => one.restart()));
  };
  return { apiUrl, temporalUiUrl, socialDemoUrl: shownDemoUrl, demo, credits, signInUrl, restart };
}

/** Null without an account that is known to this database. */
async function createEarlyLink(
  context: PlatformContext,
  demo: DemoAccount | undefined,
): Promise<string | null> {
  if (!demo) return null;
  return createSignInLink(context, demo.accountId).catch(() => null);
}

/** Calls `onRunning` in the order of the ground up, so that the API stops before the workers. */
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
