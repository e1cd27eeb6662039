import { expect } from 'chai';
import sharp from 'sharp';
import type { WebhookEvent } from '../../../packages/client/src/index.js';
import type { Customer } from '../../api/suite.js';
import { webhookSuite } from '../../api/webhooks-rig.js';
import { until } from '../../support/until.js';
import { failureOf } from '../installed.js';
import { aiSdkProject, listDescribed } from './ai-sdk-rig.js';

const RUN = 'a red fox runs';
/** The smallest clip of the model. */
const SMALL = { resolution: '848x480', duration: 4 } as const;
const MODEL = 'seedance-2.5';

const isMp4 = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(4, 8)).toString() === 'ftyp';

describe('videos of the AI SDK provider', () => {
  const suite = webhookSuite({ workers: { media: true } });
  const project = aiSdkProject();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 1_000 });
  });

  const rows = async (): Promise<{ credits: number; request: Record<string, unknown> }[]> =>
    suite.db.query('SELECT credits, request FROM generation WHERE account_id = $1', [
      customer.accountId,
    ]);

  it('start from a picture, and warn of unsupported options', async () => {
    const { media } = project.of(suite, customer);
    const red = { width: 480, height: 848, channels: 3, background: 'red' } as const;
    const png = await sharp({ create: red }).png().toBuffer();
    const frame = (frameType: 'first_frame' | 'last_frame') => ({ image: png, frameType });
    const { video, warnings, providerMetadata } = await project.ai.experimental_generateVideo({
      model: media.videoModel(MODEL),
      prompt: RUN,
      ...SMALL,
      aspectRatio: '9:16',
      fps: 60,
      generateAudio: false,
      frameImages: [frame('first_frame'), frame('last_frame')],
    });
    expect(video.mediaType).to.equal('video/mp4');
    expect(isMp4(video.uint8Array)).to.equal(true);
    const features = warnings.map((one) => ('feature' in one ? one.feature : one.type));
    expect(features).to.have.members(['resolution', 'fps', 'frameImages']);
    const [made] = await rows();
    expect(made?.request).to.include({
      duration: '4',
      resolution: '480p',
      aspect_ratio: '9:16',
      audio: false,
      has_start_frame: true,
    });
    const [described] = listDescribed(providerMetadata, 'videos');
    expect(described).to.include({ model: MODEL, credits: made?.credits, simulated: true });
  });

  it('are polled by the SDK, also several in one call', async () => {
    const { media, sent } = project.of(suite, customer);
    const result = await project.ai.experimental_generateVideo({
      model: media.videoModel(MODEL),
      prompt: RUN,
      ...SMALL,
      n: 2,
      poll: { intervalMs: 200 },
    });
    expect(result.videos.map(({ uint8Array }) => isMp4(uint8Array))).to.deep.equal([true, true]);
    const described = listDescribed(result.providerMetadata, 'videos');
    const { generationIds } = result.providerMetadata['mediaPlatform'] ?? {};
    expect(described.map(({ generationId }) => generationId)).to.deep.equal(generationIds);
    const keys = sent.filter(({ method }) => method === 'POST').map(({ key }) => key);
    expect(keys[0]).to.match(/^aisdk_vid_/);
    expect(await rows()).to.have.length(2);
  });

  it('are reported by a webhook that the receiver can verify', async () => {
    const { media, sent } = project.of(suite, customer);
    const { secret } = await media.client.request('GET /v1/webhooks/callback-secret');
    const events: WebhookEvent[] = [];
    const { video } = await project.ai.experimental_generateVideo({
      model: media.videoModel(MODEL),
      prompt: RUN,
      ...SMALL,
      webhook: async () => {
        const url = suite.receiver.at('/video');
        const received = suite.receiver.received('/video', 1).then(async ([receipt]) => {
          const { headers = {}, body = '' } = receipt ?? {};
          events.push(await project.webhooks.unwrap(body, headers, secret));
          return { headers, body: JSON.parse(body) };
        });
        return { url, received };
      },
    });
    expect(isMp4(video.uint8Array)).to.equal(true);
    expect(events.map(({ type }) => type)).to.deep.equal(['generation.completed']);
    const reads = sent.filter(({ path }) => path.startsWith('/v1/generations/'));
    expect(reads, 'nothing is polled').to.have.length(1);
  });

  it('are refused before a charge if one webhook would serve several of them', async () => {
    const { media, sent } = project.of(suite, customer);
    const start = project.ai.experimental_startVideo({
      model: media.videoModel(MODEL),
      prompt: RUN,
      n: 2,
      webhookUrl: 'https://example.com/hook',
    });
    expect(await failureOf(start)).to.include({ argument: 'n' });
    expect(sent).to.deep.equal([]);
  });

  it('report a failure with its refund', async () => {
    const { media } = project.of(suite, customer);
    const model = media.videoModel(MODEL);
    const prompt = `${RUN} simulate:content_blocked`;
    const { operation, warnings } = await project.ai.experimental_startVideo({
      model,
      prompt,
      ...SMALL,
      providerOptions: { mediaPlatform: { cancelOnAbort: true } },
    });
    const named = 'providerOptions.mediaPlatform.cancelOnAbort';
    expect(warnings.some((one) => 'feature' in one && one.feature === named)).to.equal(true);
    const ended = await until('the end of the video', async () => {
      const status = await project.ai.experimental_getVideoStatus(model, { operation });
      return status.status !== 'pending' && status;
    });
    if (ended.status !== 'error') throw new Error(`it is ${ended.status}`);
    expect(ended.error).to.match(/^CONTENT_BLOCKED: .* gen_\w+, \d+ credits refunded\.$/);
    const foreign = project.ai.experimental_getVideoStatus(model, { operation: 'gen_1' });
    expect(await failureOf(foreign)).to.include({ argument: 'operation' });
  });

  it('are returned as URLs if `videoData` is `url`', async () => {
    const { media } = project.of(suite, customer, { videoData: 'url' });
    const model = media.videoModel(MODEL);
    const { operation } = await project.ai.experimental_startVideo({
      model,
      prompt: RUN,
      ...SMALL,
    });
    const ended = await until('the end of the video', async () => {
      const status = await project.ai.experimental_getVideoStatus(model, { operation });
      return status.status === 'completed' && status;
    });
    expect(ended.videos[0]).to.include({ type: 'url', mediaType: 'video/mp4' });
  });

  it('of an unknown model are refused without a charge', async () => {
    const { media } = project.of(suite, customer);
    const call = { model: media.videoModel('sora'), prompt: RUN, ...SMALL };
    const error = await failureOf(project.ai.experimental_generateVideo(call));
    expect(error).to.include({ statusCode: 400, isRetryable: false });
    expect(await rows()).to.deep.equal([]);
  });
}).timeout(180_000);
