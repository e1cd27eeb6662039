import { fileURLToPath } from 'node:url';
import { FAL_KEY, startFalFake } from '@media-platform/stand-ins/providers/fal/fake.js';
import { KEY as KIE_KEY, startKieFake } from '@media-platform/stand-ins/providers/kie/fake.js';
import { startComfyUiFake } from '@media-platform/stand-ins/providers/comfyui/fake.js';
import {
  KEY as OPENROUTER_KEY,
  startOpenRouterFake,
} from '@media-platform/stand-ins/providers/openrouter/fake.js';
import { startSpeechFake } from '@media-platform/stand-ins/providers/openai/speech-fake.js';
import type { UpstreamFake } from '@media-platform/stand-ins/providers/upstream-fake.js';
import { squareUrl } from '../support/data-url.js';

/** The stand-in of a vendor, and the environment that makes the platform use only this vendor. */
export interface Vendor {
  readonly name: string;
  readonly fake: Pick<UpstreamFake, 'accepted' | 'violations' | 'stop'>;
  readonly env: Readonly<Record<string, string>>;
  /** A request that this vendor serves. */
  readonly order: { readonly path: string; readonly body: object };
  /** Whether the platform can find an order at the vendor after the response was lost. */
  readonly canReconcile: boolean;
}

const WORKFLOWS = fileURLToPath(new URL('../../docs/comfyui-workflows', import.meta.url));

const SPEECH_KEY = 'test-key';
const frame = squareUrl(64);
const clip = { model: 'veo-3', duration: '4', prompt: 'a red fox', start_frame: frame };
const image = { path: '/v1/images', body: { prompt: 'a red fox', aspect_ratio: '1:1' } };

export async function startVendors(): Promise<Vendor[]> {
  const fal = await startFalFake();
  const kie = await startKieFake();
  const openRouter = await startOpenRouterFake();
  const comfyUi = await startComfyUiFake();
  const openAi = await startSpeechFake(SPEECH_KEY);
  return [
    {
      name: 'fal',
      fake: fal,
      env: { FAL_API_KEY: FAL_KEY, FAL_URL: fal.url, EGRESS_ALLOW: fal.url },
      order: image,
      canReconcile: false,
    },
    {
      name: 'kie',
      fake: kie,
      env: {
        KIE_API_KEY: KIE_KEY,
        KIE_URL: kie.url,
        KIE_UPLOAD_URL: kie.url,
        EGRESS_ALLOW: kie.url,
      },
      order: image,
      canReconcile: false,
    },
    {
      name: 'openrouter',
      fake: openRouter,
      env: {
        OPENROUTER_API_KEY: OPENROUTER_KEY,
        OPENROUTER_URL: openRouter.url,
        EGRESS_ALLOW: new URL(openRouter.url).origin,
      },
      order: { path: '/v1/videos', body: clip },
      canReconcile: false,
    },
    {
      name: 'comfyui',
      fake: comfyUi,
      env: { COMFYUI_URL: comfyUi.url, COMFYUI_WORKFLOWS: WORKFLOWS, EGRESS_ALLOW: comfyUi.url },
      order: image,
      canReconcile: true,
    },
    {
      name: 'openai',
      fake: { ...openAi, accepted: () => openAi.accepted().length },
      env: { SPEECH_BASE_URL: openAi.url, SPEECH_API_KEY: SPEECH_KEY },
      order: { path: '/v1/speech', body: { text: 'Good morning.' } },
      canReconcile: false,
    },
  ];
}
