import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Provider from '../../../packages/client/src/ai-sdk/index.js';
import type { ApiSuite, Customer } from '../../api/suite.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { installedClient, recordingFetch, type ClientModule, type Sent } from '../installed.js';

const MODULES = join(import.meta.dirname, '../../../node_modules');
const PACKAGE = 'node_modules/@media-platform/client';

type Settings = Partial<Provider.MediaPlatformSettings>;

/** A project with the packed client and the AI SDK. */
export interface AiSdkProject {
  readonly folder: string;
  /** The project's AI SDK. */
  readonly ai: typeof import('ai');
  readonly webhooks: ClientModule['webhooks'];
  /** Creates a provider of a suite's API. */
  of(
    suite: ApiSuite,
    customer: Pick<Customer, 'apiKey'>,
    settings?: Settings,
  ): { readonly media: Provider.MediaPlatformProvider; readonly sent: Sent[] };
}

/** Installs the packed client next to the AI SDK before the first test of a describe block. */
export function aiSdkProject(): AiSdkProject {
  const installed = installedClient();
  const folder = temporaryFolder('ai-sdk-');
  const project = {} as { -readonly [K in keyof AiSdkProject]: AiSdkProject[K] };
  before('the AI SDK is installed', async () => {
    // Otherwise the SDK prints each warning.
    Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
    await writeFile(join(folder(), 'package.json'), '{ "type": "module" }');
    await mkdir(join(folder(), 'node_modules'));
    await cp(join(installed.project, PACKAGE), join(folder(), PACKAGE), { recursive: true });
    for (const name of ['ai', '@ai-sdk']) {
      await symlink(join(MODULES, name), join(folder(), 'node_modules', name));
    }
    const entry = pathToFileURL(join(folder(), PACKAGE, 'dist/ai-sdk/index.js')).href;
    const { createMediaPlatform } = (await import(entry)) as typeof Provider;
    const ai = await import('ai');
    Object.assign(project, {
      folder: folder(),
      ai,
      webhooks: installed.client.webhooks,
      of: ({ api }, { apiKey }, settings) => {
        const { sent, fetch } = recordingFetch();
        // Result URLs contain the service's public address, which no test serves.
        const { publicUrl } = api.deps.env;
        const toTest = (url: string) => url.replace(publicUrl, api.url);
        const options = {
          baseUrl: api.url,
          apiKey,
          fetch: (url: string, init: RequestInit) => fetch(toTest(url), init),
        };
        return { media: createMediaPlatform({ ...options, ...settings }), sent };
      },
    } satisfies AiSdkProject);
  });
  return project;
}

/** A generation in `providerMetadata`. */
interface Described {
  readonly generationId: string;
  readonly credits: number;
}

/** Returns the generations in `providerMetadata`. */
export function listDescribed(
  metadata: Readonly<Record<string, unknown>>,
  kind: 'images' | 'videos',
): readonly Described[] {
  const { [kind]: described = [] } = (metadata['mediaPlatform'] ?? {}) as {
    readonly [K in typeof kind]?: readonly Described[];
  };
  return described;
}
