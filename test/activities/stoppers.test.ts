import type { Info } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import type { MediaActivities } from '../../activities/media.js';
import { createPublishActivities, type PublishActivities } from '../../activities/publish-calls.js';
import { createSubjectActivities, type SubjectActivities } from '../../activities/subjects.js';
import { createUploadActivities } from '../../activities/uploads.js';
import { LOCAL_SOURCES } from '../../domain/catalogue/model-source.js';
import { uploadSuite } from '../api/uploads-rig.js';
import { blackPng } from '../media/inspection/made.js';
import { failureOf } from '../support/failure.js';
import { QUIET } from '../support/workers.js';
import { activityBench } from './bench.js';

/** Runs a step as its fourth attempt, after three workers died. */
function runFourth<T>(step: () => Promise<T>): Promise<T> {
  const info: Partial<Info> = {
    attempt: 4,
    heartbeatDetails: { lost: 2, counted: 2 },
    startToCloseTimeoutMs: 60_000,
    heartbeatTimeoutMs: 15_000,
  };
  return new MockActivityEnvironment(info, { logger: QUIET }).run(step);
}

type Activities = MediaActivities & PublishActivities & SubjectActivities;
const NOTHING = 'opens no file';
/** Calls a step whose workers have died. The step stops early, so its generation need not exist. */
type Call = (activities: Activities, made: { image: string; video: string }) => Promise<unknown>;

const [ROUTE] = LOCAL_SOURCES;
const POST = { postId: 'post_1', platform: 'instagram' } as const;

/** Every step of a media worker that reads a customer's files, except the check of uploads. */
const STEPS: Readonly<Record<keyof Activities, Call | typeof NOTHING>> = {
  analyse: (activities, { image }) =>
    activities.analyse({ generationId: image, stage: 'scene_analysis' }),
  writePrompt: NOTHING,
  generateImage: (activities, { image }) =>
    activities.generateImage({ generationId: image, route: routeOf(), attempt: 1 }),
  generateVideo: (activities, { video }) =>
    activities.generateVideo({ generationId: video, route: routeOf(), attempt: 1, frame: null }),
  generateSpeech: NOTHING,
  syncLips: (activities, { video }) =>
    activities.syncLips({
      generationId: video,
      route: routeOf(),
      attempt: 1,
      clip: 'none',
      speech: 'none',
    }),
  keepSpeech: NOTHING,
  keepOutput: (activities, { image }) =>
    activities.keepOutput({ generationId: image, assetKey: 'none', provider: 'local' }),
  keepVideo: (activities, { video }) =>
    activities.keepVideo({ generationId: video, assetKey: 'none', provider: 'local', frame: null }),
  analyseSubject: (activities) => activities.analyseSubject({ subject: 'product', id: 'prod_1' }),
  preparePublication: ({ preparePublication }) => preparePublication(POST),
  draftPublication: NOTHING,
  lookAtPublication: NOTHING,
  followPublication: NOTHING,
  commitPublication: NOTHING,
};

function routeOf() {
  if (!ROUTE) throw new Error('the renderer has no route');
  return ROUTE;
}

describe('a step that crashed three workers', () => {
  const bench = activityBench();

  for (const [name, call] of Object.entries(STEPS)) {
    if (call === NOTHING) continue;
    it(`is refused by the fourth worker before the worker opens a file: ${name}`, async () => {
      const customer = await bench.customer();
      const { id: image } = await bench.accept(customer);
      const { body } = await customer.client.video({ model: 'wan-2.6', prompt: 'a fox' });
      const activities = {
        ...bench.media(),
        ...createPublishActivities(bench.deps),
        ...createSubjectActivities(bench.deps),
      };
      const failure = await failureOf(runFourth(() => call(activities, { image, video: body.id })));
      expect(failure).to.include({ type: 'WorkersLost', nonRetryable: true });
    });
  }
});

describe('an upload whose check crashed three workers', () => {
  const suite = uploadSuite();

  it('is refused and deleted, and the customer can upload another file instead', async () => {
    const customer = await suite.customer();
    const upload = await suite.signed(customer);
    expect(await suite.put(upload, blackPng(8))).to.equal(200);
    const staged = await suite.stagingKey(upload.id);
    const uploads = createUploadActivities(suite.api.deps);
    const outcome = await runFourth(() => uploads.confirmUpload({ uploadId: upload.id }));
    expect(outcome).to.have.property('outcome', 'refused');
    expect(await suite.api.deps.store.stat(staged)).to.equal(null);
    expect(await suite.put(upload, blackPng(9))).to.equal(200);
    expect((await suite.read(customer, upload.id)).body.status).to.equal('ready');
  });
});
