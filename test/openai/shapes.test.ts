import { expect } from 'chai';
import sharp from 'sharp';
import { apiSuite, type Customer } from '../api/suite.js';
import { completeAll } from './complete-all.js';

interface Answered {
  readonly data: { readonly url?: string; readonly b64_json?: string }[];
}

/*
 * Requests as in the source code of these tools in autumn 2026: Open WebUI in
 * `backend/open_webui/routers/images.py`, LibreChat in `OpenAIImageTools.js` and `DALLE3.js`.
 */
describe('request shapes of third-party tools', () => {
  const suite = apiSuite();

  describe('with completed generations', () => {
    let customer: Customer;
    let stop: () => Promise<void>;
    let png: Buffer;
    before(async () => {
      customer = await suite.customer();
      const red = { width: 64, height: 64, channels: 3, background: 'red' } as const;
      png = await sharp({ create: red }).png().toBuffer();
      stop = completeAll(suite, customer.accountId, await sharp(png).webp().toBuffer());
    });
    after(() => stop());

    const send = async (path: string, body: object | FormData) => {
      const isForm = body instanceof FormData;
      const answer = await fetch(`${suite.api.url}/openai/v1${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${customer.apiKey}`,
          ...(!isForm && { 'Content-Type': 'application/json' }),
        },
        body: isForm ? body : JSON.stringify(body),
      });
      expect(answer.status, path).to.equal(200);
      const ignored = answer.headers.get('X-Ignored-Options');
      return { ignored, data: ((await answer.json()) as Answered).data };
    };
    const formOf = (fields: Record<string, string>, files: string[]) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      for (const name of files)
        form.append(name, new Blob([new Uint8Array(png)], { type: 'image/png' }), 'image.png');
      return form;
    };
    const formatOf = async ([image]: Answered['data']) =>
      (await sharp(Buffer.from(image?.b64_json ?? '', 'base64')).metadata()).format;

    it('receive an image as base64 (Open WebUI)', async () => {
      const body = {
        model: 'service-image',
        prompt: 'a fox',
        n: 1,
        size: '512x512',
        response_format: 'b64_json',
      };
      const { data, ignored } = await send('/images/generations', body);
      expect(await formatOf(data)).to.equal('png');
      expect(ignored).to.equal(null);
    });

    it('receive an image for a known model, with a version in the query (Open WebUI)', async () => {
      const body = { model: 'gpt-image-1', prompt: 'a fox', n: 1, size: '1024x1024' };
      const { data, ignored } = await send('/images/generations?api-version=2025-04-01', body);
      expect(await formatOf(data)).to.equal('png');
      expect(ignored).to.equal('api-version');
    });

    it('receive edits of one image and of several images (Open WebUI)', async () => {
      const fields = {
        model: 'service-image',
        prompt: 'blue',
        n: '1',
        size: '512x512',
        response_format: 'b64_json',
      };
      for (const files of [['image'], ['image[]', 'image[]']]) {
        const { data } = await send('/images/edits', formOf(fields, files));
        expect(await formatOf(data)).to.equal('png');
      }
    });

    it("are accepted from LibreChat's image_gen_oai", async () => {
      const { data, ignored } = await send('/images/generations', {
        model: 'gpt-image-1',
        prompt: 'a fox',
        n: 1,
        background: 'auto',
        output_format: 'webp',
        output_compression: 100,
        quality: 'auto',
        size: 'auto',
      });
      expect(await formatOf(data)).to.equal('webp');
      expect(ignored).to.equal('background, output_compression, quality');
    });

    it("are accepted from LibreChat's image_edit_oai", async () => {
      const fields = { model: 'gpt-image-1', prompt: 'blue', quality: 'auto', size: 'auto' };
      const { data } = await send('/images/edits', formOf(fields, ['image[]', 'image[]']));
      expect(await formatOf(data)).to.equal('png');
    });

    it("are accepted from LibreChat's dalle", async () => {
      const body = {
        model: 'dall-e-3',
        quality: 'standard',
        style: 'vivid',
        size: '1792x1024',
        prompt: 'a fox',
        n: 1,
      };
      const { data, ignored } = await send('/images/generations', body);
      expect(data[0]?.url).to.include('/outputs/gen_');
      expect(ignored).to.equal('quality, style');
    });
  });
});
