import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { DallEAPIWrapper } from '@langchain/openai';
import { generateImage } from 'ai';
import { expect } from 'chai';
import sharp from 'sharp';
import { apiSuite } from '../api/suite.js';

const PROMPT = 'a red fox in snow';

describe('JavaScript clients', () => {
  const suite = apiSuite({ workers: {} });

  it('make images with the AI SDK', async () => {
    const { apiKey } = await suite.customer();
    const baseURL = `${suite.api.url}/openai/v1`;
    const provider = createOpenAICompatible({ name: 'media', baseURL, apiKey });
    const model = provider.imageModel('service-image');
    // The AI SDK refuses to download pictures from a loopback address, so it needs base64.
    const providerOptions = { media: { response_format: 'b64_json' } };
    const wish = { model, prompt: PROMPT, n: 2, size: '1024x1536', providerOptions } as const;
    const { images } = await generateImage(wish);
    expect(images.map(({ mediaType }) => mediaType)).to.deep.equal(['image/png', 'image/png']);
    for (const { uint8Array } of images) {
      const { width, height } = await sharp(uint8Array).metadata();
      expect({ width, height }).to.deep.equal({ width: 848, height: 1264 });
    }
  });

  it("make images with LangChain's tool", async () => {
    const { apiKey } = await suite.customer();
    const baseUrl = `${suite.api.url}/openai/v1`;
    const tool = new DallEAPIWrapper({ apiKey, baseUrl, model: 'service-image', n: 2 });
    const made: unknown = await tool.invoke(PROMPT);
    const urls = (made as { readonly image_url: string }[]).map(
      ({ image_url: address }) => address,
    );
    expect(new Set(urls).size, 'identical requests are two').to.equal(2);
    for (const address of urls) expect(address).to.include('/outputs/gen_');
  });
});
