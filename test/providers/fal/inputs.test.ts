import { expect } from 'chai';
import { buildFalOrder } from '../../../adapters/providers/fal/inputs.js';
import type { JobMedia, ProviderJob } from '../../../domain/ports/provider-job.js';
import { IMAGE_ASPECT_RATIOS, IMAGE_RESOLUTIONS } from '../../../domain/catalogue/image-model.js';
import { VIDEO_MODELS } from '../../../domain/catalogue/video-models.js';
import { findDefaultVoice } from '../../../domain/catalogue/voices.js';
import {
  findFieldProblems,
  type Fields,
} from '@media-platform/stand-ins/providers/fal/field-checks.js';
import { ENDPOINT_FIELDS } from '@media-platform/stand-ins/providers/fal/fields.js';
import { CLIP, pictureOf, speechJob } from '../jobs.js';
import {
  CHATTERBOX,
  imageJob,
  KLING,
  KOKORO,
  lipSyncJob,
  MINIMAX,
  MOTION,
  SEEDANCE,
  SOUND,
  videoJob,
} from './jobs.js';
import { bodyOf, everyClone, everySpeech, offered } from './offered.js';
import { refusalOf } from '../../support/failure.js';

const picture = await pictureOf('#708090');

/** Lists the errors that fal would report for a job; the list is empty if the job is valid. */
async function faultsOf(job: ProviderJob): Promise<string[]> {
  const { endpoint, files } = buildFalOrder(job);
  const read = (address: unknown): JobMedia | null =>
    files[Number(String(address).replace('file:', ''))] ?? null;
  const fields: Fields | undefined = ENDPOINT_FIELDS[endpoint];
  return fields ? findFieldProblems(fields, bodyOf(job), read) : [`no endpoint ${endpoint}`];
}

/** Returns the message of a refusal. */
function refusal(job: ProviderJob): string {
  const failure = refusalOf(() => buildFalOrder(job));
  expect(failure).to.include({ kind: 'rejected' });
  return failure.message;
}

describe('the fal adapter', () => {
  it('sends a valid input for each voice of each speech endpoint', async () => {
    for (const job of everySpeech()) {
      const { upstreamModel, language } = job;
      expect(await faultsOf(job), `${upstreamModel} ${language}`).to.deep.equal([]);
    }
    expect(bodyOf(speechJob(KOKORO, { speed: 0.5 }))).to.deep.equal({
      prompt: 'Hello, I am Grace.',
      voice: 'af_heart',
      speed: 0.5,
    });
    expect(bodyOf(speechJob(MINIMAX, { language: 'de-DE' }))).to.deep.equal({
      text: 'Hello, I am Grace.',
      voice_setting: { voice_id: 'Calm_Woman', speed: 1 },
      language_boost: 'German',
      output_format: 'url',
      audio_setting: { format: 'mp3' },
    });
  });

  it('sends the recording of a cloned voice along with the text, in each language', async () => {
    for (const job of everyClone()) {
      expect(await faultsOf(job), `${job.upstreamModel} ${job.language}`).to.deep.equal([]);
    }
    const cloned = { voice: SOUND, language: 'de-AT', seed: 0 };
    expect(bodyOf(speechJob(CHATTERBOX, { ...cloned, language: 'en-GB' }))).to.deep.equal({
      text: 'Hello, I am Grace.',
      audio_url: 'file:0',
      seed: 1,
    });
    expect(bodyOf(speechJob(`${CHATTERBOX}/multilingual`, cloned))).to.deep.equal({
      text: 'Hello, I am Grace.',
      voice: 'file:0',
      custom_audio_language: 'german',
      seed: 1,
    });
  });

  it('requests lip sync that keeps the length of the clip', async () => {
    expect(await faultsOf(lipSyncJob())).to.deep.equal([]);
    expect(bodyOf(lipSyncJob())).to.deep.equal({
      video_url: 'file:0',
      audio_url: 'file:1',
      sync_mode: 'silence',
    });
  });

  it('rejects speech and lip sync that fal does not offer', () => {
    expect(refusal(speechJob('fal-ai/kokoro/german'))).to.include('no such speech endpoint');
    const unknown = { ...findDefaultVoice(), upstream: {} };
    expect(refusal(speechJob(KOKORO, { voice: unknown }))).to.include('no such voice');
    expect(refusal(speechJob(KOKORO, { voice: SOUND }))).to.include('clones no voices there');
    const klingon = { voice: SOUND, language: 'tlh' };
    expect(refusal(speechJob(`${CHATTERBOX}/multilingual`, klingon))).to.include('language');
    expect(refusal(speechJob(CHATTERBOX))).to.include('no such speech endpoint');
    expect(refusal(lipSyncJob({ upstreamModel: 'fal-ai/lipsync' }))).to.include('no such lip sync');
    const speech = { bytes: Buffer.alloc(4), contentType: 'audio/ogg' };
    expect(refusal(lipSyncJob({ speech }))).to.include('WAV or MP3');
  });

  it('serves all models in the catalogue except Grok Imagine 1.5', () => {
    const unserved = VIDEO_MODELS.filter((model) => offered(model).length === 0);
    expect(unserved.map(({ id }) => id)).to.deep.equal(['grok-imagine-1.5']);
    expect(refusal(videoJob('xai/grok-imagine-video/image-to-video'))).to.include('no such');
  });

  for (const model of VIDEO_MODELS.filter((each) => offered(each).length > 0)) {
    it(`sends a valid input for each option offered, and it matches the request: ${model.id}`, async () => {
      for (const job of offered(model)) {
        const asked = `${job.upstreamModel} ${job.seconds} ${job.resolution} ${job.aspectRatio}`;
        expect(await faultsOf(job), asked).to.deep.equal([]);
        const { duration, resolution, aspect_ratio: ratio, ...rest } = bodyOf(job);
        if (!model.requiresMotionVideo) {
          expect(Number.parseInt(String(duration), 10), asked).to.equal(job.seconds);
        }
        if (typeof resolution === 'string') {
          expect(resolution.toLowerCase(), asked).to.equal(job.resolution.toLowerCase());
        }
        if (ratio !== undefined) {
          const wanted = job.aspectRatio === 'adaptive' ? 'auto' : job.aspectRatio;
          expect(ratio, asked).to.equal(wanted);
        }
        const sound = rest['generate_audio'] ?? rest['keep_original_sound'] ?? job.audio;
        expect(sound, asked).to.equal(job.audio);
        expect(Object.values(rest), 'the first frame').to.include('file:0');
      }
    });
  }

  it('offers only 720p for Kling standard and 1080p for pro', () => {
    const pro = KLING.replace('standard', 'pro');
    expect(refusal(videoJob(KLING, { resolution: '1080p' }))).to.include('1080p');
    expect(refusal(videoJob(pro, { resolution: '720p' }))).to.include('720p');
    expect(bodyOf(videoJob(pro, { resolution: '1080p' }))).not.to.have.property('resolution');
  });

  it('sends Kling references as elements with the frame, and renames their tags in the prompt', async () => {
    const hat = await pictureOf('#101010');
    const dog = await pictureOf('#202020');
    const job = videoJob(KLING, {
      fullPrompt: 'A man with @Hat and @hatbox walks @dog.',
      references: [
        { tag: '@hat', image: hat },
        { tag: '@dog', image: dog },
      ],
    });
    expect(await faultsOf(job)).to.deep.equal([]);
    expect(bodyOf(job)).to.include({
      prompt: 'A man with @Element1 and @hatbox walks @Element2.',
      start_image_url: 'file:0',
    });
    expect(bodyOf(job)['elements']).to.deep.equal([
      { frontal_image_url: 'file:1', reference_image_urls: ['file:1'] },
      { frontal_image_url: 'file:2', reference_image_urls: ['file:2'] },
    ]);
    expect(buildFalOrder(job).files, 'each file is uploaded once').to.have.lengthOf(3);
  });

  it('sends the picture, the clip, the orientation and the sound of the clip for motion control', async () => {
    for (const orientation of ['video', 'image'] as const) {
      const job = videoJob(MOTION, { audio: false, motion: { clip: CLIP, orientation } });
      expect(await faultsOf(job)).to.deep.equal([]);
      expect(bodyOf(job)).to.deep.equal({
        prompt: job.fullPrompt,
        image_url: 'file:0',
        video_url: 'file:1',
        character_orientation: orientation,
        keep_original_sound: false,
      });
    }
  });

  it('sends a narration to Wan', async () => {
    const job = videoJob('wan/v2.6/image-to-video', { seconds: 5, narration: SOUND });
    expect(await faultsOf(job)).to.deep.equal([]);
    expect(bodyOf(job)).to.include({ audio_url: 'file:1' });
  });

  it('refuses inputs that can never work before it sends anything', () => {
    const wan = 'wan/v2.6/image-to-video';
    const large = (bytes: number, contentType: string): JobMedia => ({
      bytes: Buffer.alloc(bytes),
      contentType,
    });
    const clip = large(100_000_001, 'video/mp4');
    const refusals = [
      videoJob(wan, { fullPrompt: 'x'.repeat(801) }),
      videoJob(KLING, { fullPrompt: 'x'.repeat(2_501) }),
      videoJob('minimax/h3/image-to-video', { fullPrompt: 'x'.repeat(7_001), resolution: '2K' }),
      videoJob(MOTION),
      videoJob(SEEDANCE, { motion: { clip: CLIP, orientation: 'video' } }),
      videoJob(MOTION, { motion: { clip, orientation: 'video' } }),
      videoJob(wan, { narration: large(15_000_001, 'audio/wav') }),
      videoJob(wan, { narration: { ...SOUND, contentType: 'audio/ogg' } }),
      imageJob({}, { upstreamModel: 'fal-ai/nano-banana-9' }),
    ].map(refusal);
    expect(new Set(refusals).size).to.be.greaterThan(6);
    expect(refusals.join(' ')).not.to.include('xx');
    expect(buildFalOrder(videoJob(wan, { fullPrompt: 'x'.repeat(800) })).endpoint).to.equal(wan);
  });

  it('sends valid image inputs in every ratio and resolution, with and without pictures', async () => {
    for (const resolution of IMAGE_RESOLUTIONS) {
      for (const aspectRatio of IMAGE_ASPECT_RATIOS) {
        const plain = imageJob({}, { resolution, aspectRatio });
        const edit = imageJob({ scene: picture }, { resolution, aspectRatio });
        expect(await faultsOf(plain), aspectRatio).to.deep.equal([]);
        expect(await faultsOf(edit), aspectRatio).to.deep.equal([]);
        const options = { resolution, aspect_ratio: aspectRatio, num_images: 1 };
        expect(bodyOf(plain)).to.include(options);
        expect(bodyOf(edit)).to.include(options);
      }
    }
  });

  it('sends thirteen pictures to /edit in a fixed order, which the prompt explains', async () => {
    const many = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, index) => pictureOf(`#0${index}4080`)));
    const [characters, products, rest] = await Promise.all([many(3), many(3), many(6)]);
    const references = rest.map((image, index) => ({ tag: `@r${index + 1}`, image }));
    const job = imageJob(
      { scene: picture, characters, products, references },
      { fullPrompt: 'She holds @r6 beside @r1.' },
    );
    expect(await faultsOf(job)).to.deep.equal([]);
    expect(buildFalOrder(job).endpoint).to.equal('fal-ai/nano-banana-2/edit');
    expect(buildFalOrder(job).files).to.deep.equal([picture, ...characters, ...products, ...rest]);
    const prompt = String(bodyOf(job)['prompt']);
    expect(prompt).to.match(/^She holds image 13 beside image 8\./);
    expect(prompt)
      .to.include('Image 1 is the scene')
      .and.to.include('image 2, image 3 and image 4 show');
  });
});
