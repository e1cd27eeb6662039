import { createComfyUiProvider } from '../adapters/providers/comfyui/provider.js';
import { createFalProvider } from '../adapters/providers/fal/provider.js';
import { createKieProvider } from '../adapters/providers/kie/provider.js';
import { createLocalProvider } from '../adapters/providers/local/provider.js';
import { createOpenRouterProvider } from '../adapters/providers/openrouter/provider.js';
import type { GenerationProvider } from '../domain/ports/provider.js';
import type { Env } from './env.js';

/** Creates every provider that has credentials, and the built-in renderer, which needs none. */
export function createProviders(env: Env): ReadonlyMap<string, GenerationProvider> {
  const { comfyui, fal, kie, openRouter } = env;
  const providers: GenerationProvider[] = [
    createLocalProvider(),
    ...(comfyui ? [createComfyUiProvider(comfyui)] : []),
    ...(fal ? [createFalProvider(fal)] : []),
    ...(kie ? [createKieProvider(kie)] : []),
    ...(openRouter ? [createOpenRouterProvider(openRouter)] : []),
  ];
  return new Map(providers.map((provider) => [provider.name, provider]));
}

/** Origins of self-hosted upstreams, which may be private. */
export function listProviderOrigins({ comfyui }: Env): string[] {
  return comfyui ? [new URL(comfyui.url).origin] : [];
}
