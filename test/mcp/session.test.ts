import { expect } from 'chai';
import sharp from 'sharp';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { QuoteBody } from '../../domain/contract/quote.js';
import type { CreatedUploadBody, UploadBody } from '../../domain/contract/upload.js';
import { apiSuite } from '../api/suite.js';
import { letIn, newAgent } from '../support/agent.js';
import { signedIn } from '../support/person.js';
import { call, connectAgent, succeed } from './mcp-rig.js';

interface Box {
  readonly box_id: string;
  readonly url: string;
}

describe("an agent's session", () => {
  const suite = apiSuite({ workers: {} });

  /** Uploads a photo on the page of an upload box, with the same requests as the page sends. */
  async function drop(url: string, photo: Buffer): Promise<void> {
    const { pathname } = new URL(url);
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    const person = suite.client(null);
    const body = { name: 'photo.png', type: 'image/png', size: photo.length };
    const path = `${pathname}/files`;
    const begun = await person.call<CreatedUploadBody>('POST', path, { body, headers, idem: null });
    expect(begun.status, begun.text).to.equal(201);
    const { id, upload_url: address = '', upload_headers: sent } = begun.body;
    const put = await fetch(address, {
      method: 'PUT',
      headers: { 'Content-Type': sent?.['Content-Type'] ?? '' },
      body: new Uint8Array(photo),
    });
    expect(put.status).to.equal(200);
    const kept = await person.call('POST', `${path}/${id}`, { headers, idem: null });
    expect(kept.status, kept.text).to.equal(200);
  }

  it('makes a video from a photo that a person adds to an upload box', async function () {
    this.timeout(200_000);
    const customer = await suite.customer();
    const browser = await signedIn(suite.db, suite.api.url, customer);
    const tokens = await letIn(await newAgent(suite.api), browser);
    const agent = await connectAgent(suite.api.url, tokens.access);
    await agent.listTools();

    const purpose = 'A photo of your dog';
    const { box_id, url } = await succeed<Box>(agent, 'open_upload_box', { purpose });
    const background = { r: 180, g: 120, b: 60 };
    const create = { width: 640, height: 360, channels: 3, background } as const;
    await drop(url, await sharp({ create }).png().toBuffer());
    const listed = await succeed<{ data: UploadBody[] }>(agent, 'list_uploads', { box_id });
    expect(listed.data.map(({ kind, status }) => [kind, status])).to.deep.equal([
      ['image', 'ready'],
    ]);

    const wish = {
      model: 'seedance-2.5',
      prompt: 'the dog looks up and runs to the left',
      start_frame: listed.data[0]?.id,
      duration: '4',
      resolution: '480p',
    };
    const price = await succeed<QuoteBody>(agent, 'quote', { type: 'video', ...wish });
    const made = await succeed<GenerationBody>(agent, 'generate_video', wish);
    expect(made.credits).to.equal(price.credits);
    const messages: (string | undefined)[] = [];
    const options = {
      onprogress: ({ message }: { message?: string }) => void messages.push(message),
    };
    const wait = { id: made.id, wait_seconds: 50 };
    const ended = await call(agent, 'get_generation', wait, options);
    const { status, result } = ended.structuredContent as GenerationBody;
    expect(status, JSON.stringify(ended.structuredContent)).to.equal('completed');
    expect(ended.content.map(({ type }) => type)).to.deep.equal(['text', 'resource_link', 'image']);
    expect(result?.url).to.match(/\.mp4$/);
    expect(messages).not.to.be.empty;
    const steps = await succeed<{ data: { stage: string }[] }>(agent, 'list_generation_steps', {
      id: made.id,
    });
    expect(steps.data.map(({ stage }) => stage)).to.include('video_generation');
    await agent.close();
  });
});
