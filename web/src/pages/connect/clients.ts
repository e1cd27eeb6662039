/** The user's settings that snippets contain. */
export interface Access {
  /** Address of the service. */
  readonly origin: string;
  readonly key: string;
}

/** A tool or library that can use the API, and how to set it up. */
export interface Client {
  readonly id: string;
  readonly name: string;
  /** Instruction where to put the snippet. */
  readonly where: string;
  /** Language of the snippet, as in the fence of a Markdown code block. */
  readonly language: string;
  readonly snippet: (access: Access) => string;
  /** File in `docs` of the guide with the same snippet. */
  readonly guide: 'openai.md' | 'agents.md';
}

const toBase = ({ origin }: Access) => `${origin}/openai/v1`;

/**
 * The clients of the page Connect. The guides have the same snippets. Tests run the snippets of the
 * SDKs and of LiteLLM.
 */
export const CLIENTS: readonly Client[] = [
  {
    id: 'open-webui',
    name: 'Open WebUI',
    where:
      'Set these variables before the first start of Open WebUI. After that, change them under Admin Settings, Images.',
    language: 'ini',
    snippet: (access) => `ENABLE_IMAGE_GENERATION=True
IMAGE_GENERATION_MODEL=service-image
IMAGES_OPENAI_API_BASE_URL=${toBase(access)}
IMAGES_OPENAI_API_KEY=${access.key}`,
    guide: 'openai.md',
  },
  {
    id: 'librechat',
    name: 'LibreChat',
    where: 'Add these lines to the file .env. Then add “OpenAI Image Tools” to an agent.',
    language: 'ini',
    snippet: (access) => `IMAGE_GEN_OAI_BASEURL=${toBase(access)}
IMAGE_GEN_OAI_API_KEY=${access.key}`,
    guide: 'openai.md',
  },
  {
    id: 'n8n',
    name: 'n8n',
    where: 'In a credential of the type OpenAI, and in the node OpenAI, “Generate an image”.',
    language: 'text',
    snippet: (access) => `API Key: ${access.key}
Base URL: ${toBase(access)}
Model, By ID: service-image`,
    guide: 'openai.md',
  },
  {
    id: 'litellm',
    name: 'LiteLLM',
    where: 'In the configuration file of the proxy.',
    language: 'yaml',
    snippet: (access) => `model_list:
  - model_name: service-image
    litellm_params:
      model: openai/service-image
      api_base: ${toBase(access)}
      api_key: ${access.key}
  - model_name: seedance-2.5
    litellm_params:
      model: openai/seedance-2.5
      api_base: ${toBase(access)}
      api_key: ${access.key}`,
    guide: 'openai.md',
  },
  {
    id: 'ai-sdk',
    name: 'AI SDK',
    where: 'With the packages ai and @ai-sdk/openai-compatible.',
    language: 'ts',
    snippet: (access) => `import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateImage } from 'ai';

const media = createOpenAICompatible({
  name: 'media',
  baseURL: '${toBase(access)}',
  apiKey: '${access.key}',
});
const { image } = await generateImage({
  model: media.imageModel('service-image'),
  prompt: 'a red fox in snow',
  providerOptions: { media: { response_format: 'b64_json' } },
});
console.log(image.mediaType, image.uint8Array.length);`,
    guide: 'openai.md',
  },
  {
    id: 'openai-node',
    name: 'OpenAI Node',
    where: 'Install the package openai.',
    language: 'ts',
    snippet: (access) => `import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: '${toBase(access)}',
  apiKey: '${access.key}',
});
const image = await client.images.generate({ model: 'service-image', prompt: 'a red fox in snow' });
console.log(image.data?.[0]?.url);`,
    guide: 'openai.md',
  },
  {
    id: 'openai-python',
    name: 'OpenAI Python',
    where: 'With the package openai.',
    language: 'python',
    snippet: (access) => `from openai import OpenAI

client = OpenAI(base_url="${toBase(access)}", api_key="${access.key}")
image = client.images.generate(model="service-image", prompt="a red fox in snow")
print(image.data[0].url)`,
    guide: 'openai.md',
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    where:
      'In a terminal. The guide has the settings of other MCP clients, and explains how to sign in without a key.',
    language: 'text',
    snippet: ({ origin, key }) =>
      `claude mcp add --transport http media ${origin}/mcp --header "Authorization: Bearer ${key}"`,
    guide: 'agents.md',
  },
];
