import { expect } from 'chai';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import type { WorkflowType } from '../../domain/catalogue/queues.js';
import { NoAnswer } from '../../domain/ports/runs.js';
import { GraphError } from '@media-platform/stand-ins/social/meta/graph.js';
import { serveFakes, type FakeServer } from '@media-platform/stand-ins/social/server.js';
import { createStandIns } from '@media-platform/stand-ins/social/stand-ins.js';
import { registerSuite } from '../api/suite.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { clipOf } from '../support/clip.js';
import { OwnerSuite } from './owner-rig.js';

describe("publishing, from an owner's consent to a public post", () => {
  const suite = new OwnerSuite();
  const fakes = createStandIns({ now: Date.now });
  const names = fakes.map(({ name }) => name as Platform);
  /** Workflow types whose next start request gets no response from Temporal. */
  const unanswered = new Set<WorkflowType>();
  let server: FakeServer;
  registerSuite(suite, {
    async env() {
      server = await serveFakes(fakes);
      return { SOCIAL_DEMO_URL: server.url };
    },
    workers: {},
    relay: true,
    change: (deps) => ({
      ...deps,
      mediaUrl: (key) => `${suite.api.url}/media/${key}`,
      async startWorkflow(start) {
        if (unanswered.delete(start.workflowType)) throw new NoAnswer('too late');
        await deps.startWorkflow(start);
      },
    }),
    end: () => server.close(),
  });
  const shownBy = (platform: string, text: string) =>
    (fakes.find(({ name }) => name === platform)?.posts() ?? []).filter(
      (post) => post.text === text,
    );

  it('shows a picture exactly once on every platform that accepts pictures', async () => {
    const platforms = names.filter((name) => name !== 'youtube');
    const poster = await suite.connected(platforms);
    const caption = 'A red fox in snow';
    const answer = await suite.post(poster, { platforms, caption });
    expect(answer.status, answer.text).to.equal(201);
    const post = await suite.ended(poster, answer.body);
    expect(post.status, JSON.stringify(post.results)).to.equal('published');
    for (const platform of platforms) {
      const [shown, ...others] = shownBy(platform, caption);
      expect(others).to.deep.equal([]);
      expect(shown?.media).to.have.length(1);
      expect(shown?.username).to.equal('ava_fox');
      const { url } = post.results.find((result) => result.platform === platform) ?? {};
      expect(url).to.equal(`${server.url}/demo/${platform}#${shown?.id}`);
    }
    expect(await checkInvariants(suite.db.manager)).to.deep.equal([]);
  });

  it('completes a post whose run Temporal started late', async () => {
    const poster = await suite.connected(['threads']);
    const caption = 'A red fox that starts late';
    unanswered.add('publishPost');
    const answer = await suite.post(poster, { platforms: ['threads'], caption });
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.body.status).to.equal('scheduled');
    const post = await suite.ended(poster, answer.body);
    expect(post.status, JSON.stringify(post.results)).to.equal('published');
    expect(shownBy('threads', caption)).to.have.length(1);
  });

  it('creates a container again if the platform has lost it', async () => {
    const poster = await suite.connected(['threads']);
    const caption = 'A red fox comes back';
    const lost = new GraphError(400, 24, 2207008, 'The media builder does not exist');
    server.plan('threads').set({ route: 'create', fault: lost.answer });
    const answer = await suite.post(poster, { platforms: ['threads'], caption });
    expect(answer.status, answer.text).to.equal(201);
    const post = await suite.ended(poster, answer.body);
    expect(post.status, JSON.stringify(post.results)).to.equal('published');
    expect(shownBy('threads', caption)).to.have.length(1);
  });

  it('fails immediately if X reports a duplicate text, with the reason and a refund', async () => {
    const poster = await suite.connected(['twitter']);
    const caption = 'A red fox that X knows';
    const first = await suite.post(poster, { platforms: ['twitter'], caption });
    expect((await suite.ended(poster, first.body)).status).to.equal('published');
    const answer = await suite.post(poster, { platforms: ['twitter'], caption });
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.body).to.include({ status: 'failed', credits: 1, refunded_credits: 1 });
    expect(answer.body.results[0]).to.include({ success: false, error_code: 'DUPLICATE_TEXT' });
    expect(answer.body.results[0]?.error).to.include('has already posted this text');
    expect(shownBy('twitter', caption)).to.have.length(1);
    expect(await checkInvariants(suite.db.manager)).to.deep.equal([]);
  });

  it('shows a clip exactly once on every platform', async () => {
    const poster = await suite.connected(names);
    const caption = 'A red fox runs';
    const clip = await clipOf(4, { width: 360, height: 640 });
    const video = await suite.video(poster.customer, clip);
    const answer = await suite.post(poster, {
      platforms: names,
      generation_ids: [video],
      caption,
    });
    expect(answer.status, answer.text).to.equal(201);
    const post = await suite.ended(poster, answer.body);
    expect(post.status, JSON.stringify(post.results)).to.equal('published');
    for (const platform of names) expect(shownBy(platform, caption), platform).to.have.length(1);
    expect(await checkInvariants(suite.db.manager)).to.deep.equal([]);
  });
});
