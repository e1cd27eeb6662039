import { createComfyUiProvider } from '../adapters/providers/comfyui/provider.js';
import { createElevenLabsProvider } from '../adapters/providers/elevenlabs/provider.js';
import { createFalProvider } from '../adapters/providers/fal/provider.js';
import { createKieProvider } from '../adapters/providers/kie/provider.js';
import { createLocalProvider } from '../adapters/providers/local/provider.js';
import { createOpenAiSpeech } from '../adapters/providers/openai/speech.js';
import { createOpenRouterProvider } from '../adapters/providers/openrouter/provider.js';
import type { SpeechProvider } from '../domain/catalogue/speech-sources.js';
import type { VideoProvider } from '../domain/catalogue/video-source.js';
import type { GenerationProvider } from '../domain/ports/provider.js';
import type { Env } from './env.js';

/** Each provider's factory, which returns null if the credentials are missing. */
const FACTORIES: Readonly<
  Record<VideoProvider | SpeechProvider, (env: Env) => GenerationProvider | null>
> = {
  comfyui: ({ comfyui }) => comfyui && createComfyUiProvider(comfyui),
  elevenlabs: ({ elevenLabs }) => elevenLabs && createElevenLabsProvider(elevenLabs),
  fal: ({ fal }) => fal && createFalProvider(fal),
  kie: ({ kie }) => kie && createKieProvider(kie),
  openai: ({ speech }) => speech && createOpenAiSpeech(speech),
  openrouter: ({ openRouter }) => openRouter && createOpenRouterProvider(openRouter),
};

/** Creates every provider that has credentials, and the built-in renderer, which needs none. */
export function createProviders(env: Env): ReadonlyMap<string, GenerationProvider> {
  const configured = Object.values(FACTORIES).flatMap((create) => create(env) ?? []);
  return new Map(
    [createLocalProvider(), ...configured].map((provider) => [provider.name, provider]),
  );
}

/** Lists the origins of self-hosted upstreams, which may be private. */
export function listProviderOrigins({ comfyui }: Env): string[] {
  return comfyui ? [new URL(comfyui.url).origin] : [];
}
