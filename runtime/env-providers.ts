import { HTTP, type EnvReader } from './env-reader.js';

/** A vendor with an API key. */
interface Vendor {
  readonly key: string;
  readonly url: string;
}

/** Generation upstreams; null if not configured (docs/providers.md). */
export interface ProvidersEnv {
  /** Provider names in order of preference. */
  readonly providerOrder: readonly string[];
  readonly elevenLabs: Vendor | null;
  readonly fal: Vendor | null;
  /** Kie uses a separate host for files. */
  readonly kie: (Vendor & { readonly uploadUrl: string }) | null;
  readonly openRouter: Vendor | null;
  readonly comfyui: { readonly url: string; readonly workflowsDir: string } | null;
}

/** The vendors' URLs. */
const URLS = {
  elevenLabs: 'https://api.elevenlabs.io',
  fal: 'https://queue.fal.run',
  kie: 'https://api.kie.ai',
  kieFiles: 'https://kieai.redpandaai.co',
  /** The URL includes the API version. */
  openRouter: 'https://openrouter.ai/api/v1',
} as const;

/** Reads the configured providers. */
export function readProviders(read: EnvReader): ProvidersEnv {
  const kie = readVendor(read, 'KIE_API_KEY', 'KIE_URL', URLS.kie);
  const uploadUrl = read.url('KIE_UPLOAD_URL', HTTP, URLS.kieFiles);
  return {
    providerOrder: read.list('PROVIDER_ORDER', 'comfyui,openai,elevenlabs,fal,kie,openrouter'),
    elevenLabs: readVendor(read, 'ELEVENLABS_API_KEY', 'ELEVENLABS_URL', URLS.elevenLabs),
    fal: readVendor(read, 'FAL_API_KEY', 'FAL_URL', URLS.fal),
    kie: kie && { ...kie, uploadUrl },
    openRouter: readVendor(read, 'OPENROUTER_API_KEY', 'OPENROUTER_URL', URLS.openRouter),
    comfyui: read.optional('COMFYUI_URL')
      ? {
          url: read.url('COMFYUI_URL', HTTP),
          workflowsDir: read.text('COMFYUI_WORKFLOWS', 'comfyui-workflows'),
        }
      : null,
  };
}

/** Reads a vendor, which is used if its key is set. Operators change the URL only for a proxy. */
function readVendor(
  read: EnvReader,
  keyName: string,
  urlName: string,
  usual: string,
): Vendor | null {
  const key = read.optional(keyName);
  return key === null ? null : { key, url: read.url(urlName, HTTP, usual) };
}
