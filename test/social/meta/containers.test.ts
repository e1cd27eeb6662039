import { expect } from 'chai';
import type { PublishState } from '../../../domain/ports/social-platform.js';
import { GraphError } from '@media-platform/stand-ins/social/meta/graph.js';
import { Cases } from '../conformance/cases.js';
import { Publication, type Step } from '../conformance/publication.js';
import type { PostCase } from '../conformance/subject.js';
import { INSTAGRAM } from '../instagram/subject.js';
import { THREADS } from '../threads/subject.js';

const DAY = 24 * 3_600_000;
const stateOf = (step: Step<PublishState>) =>
  'state' in step ? step.state.state : step.failure.kind;

/** Builds a refusal of the Graph API. */
const graphError = (code: number, subcode: number, message: string) =>
  new GraphError(400, code, subcode, message).answer;

for (const subject of [INSTAGRAM, THREADS]) {
  const [first] = subject.posts as [PostCase];
  const carousel = subject.posts.find(({ form }) => form === 'carousel') ?? first;
  describe(`${subject.platform} containers`, () => {
    const cases = new Cases(subject);

    cases.add('stay pending for a minute after a commit without a response', async (world) => {
      const publication = new Publication(world, first, await world.connect());
      await publication.prepare();
      world.faults.set({ route: 'commit', fault: 'drop' });
      expect(stateOf(await publication.commit())).to.equal('unknown_outcome');
      const early = await publication.reconcile();
      expect(stateOf(early)).to.equal('pending');
      world.advance(61_000);
      expect(stateOf(await publication.reconcile())).to.equal('not_published');
      const { refs } = publication;
      expect(stateOf(await publication.commit())).to.equal('published');
      expect(publication.refs, 'the same container').to.include({ container: refs['container'] });
    });

    for (const [name, subcode] of [
      ['is missing although it is finished', 4279009],
      ['has invalid children', 4279004],
    ] as const) {
      cases.add(`are replaced if the platform reports that one ${name}`, async (world) => {
        const publication = new Publication(world, carousel, await world.connect());
        await publication.prepare();
        const before = publication.refs['container'];
        const fault = graphError(24, subcode, 'The requested resource does not exist');
        world.faults.set({ route: 'commit', fault });
        const step = await publication.commit();
        expect(stateOf(step)).to.equal('unknown_outcome');
        expect(stateOf(await publication.reconcile()), 'the post may be published').to.equal(
          'pending',
        );
        expect(await publication.settle(step)).to.equal('published');
        expect(publication.states.find(({ state }) => state === 'not_published')).to.deep.equal({
          state: 'not_published',
          draftAgain: true,
        });
        expect(publication.refs['container']).not.to.equal(before);
        expect(publication.attempts).to.equal(2);
        expect(world.fake.posts()).to.have.length(1);
      });
    }

    cases.add('are not replaced if one was published after all', async (world) => {
      const publication = new Publication(world, first, await world.connect());
      await publication.prepare();
      const { refs } = publication;
      await publication.commit();
      // The response is lost, and the platform refuses the same container the second time.
      publication.refs = { ...refs };
      expect(stateOf(await publication.commit())).to.equal('unknown_outcome');
      world.advance(61_000);
      expect(stateOf(await publication.reconcile())).to.equal('published');
    });

    cases.add('are not published again if one is already published', async (world) => {
      const publication = new Publication(world, first, await world.connect());
      await publication.prepare();
      const { refs } = publication;
      await publication.commit();
      publication.refs = { ...refs };
      const again = await publication.commit();
      expect(stateOf(again), 'published already').to.equal('unknown_outcome');
      expect(stateOf(await publication.reconcile())).to.equal('published');
      expect(world.fake.posts()).to.have.length(1);
    });

    cases.add('are found by the text of the post if its id was lost', async (world) => {
      const publication = new Publication(world, first, await world.connect());
      await publication.prepare();
      world.faults.set({ route: 'commit', fault: 'work_then_drop' });
      const outcome = await publication.settle(await publication.commit());
      const [post] = world.fake.posts();
      expect(outcome).to.equal('published');
      expect(publication.states.at(-1)).to.include({ remotePostId: post?.id, url: post?.url });
    });

    cases.add('have no URL if two posts have the same text', async (world) => {
      const grant = await world.connect();
      const post = { ...first, text: 'the same' };
      for (const mark of ['-one', '-two']) {
        const publication = new Publication(world, post, grant, mark);
        await publication.prepare();
        world.faults.set({ route: 'commit', fault: 'work_then_drop' });
        await publication.commit();
        const found = await publication.reconcile();
        const url = mark === '-one' ? world.fake.posts()[0]?.url : null;
        expect('state' in found && found.state).to.deep.include({ state: 'published', url });
      }
    });

    cases.add(
      'are created again if the draft was discarded before its run was lost',
      async (world) => {
        const publication = new Publication(world, carousel, await world.connect());
        await publication.prepare();
        publication.refs = {};
        const read = await publication.reconcile();
        const draftAgain = { state: 'not_published', draftAgain: true };
        expect('state' in read && read.state).to.deep.equal(draftAgain);
        expect(await publication.settle(await publication.commit())).to.equal('published');
        expect(publication.failures.map(({ kind }) => kind)).to.deep.equal(['new_draft']);
        expect(publication.attempts).to.equal(2);
        expect(world.fake.posts()).to.have.length(1);
      },
    );

    cases.add('are created again if they expire before the commit', async (world) => {
      const publication = new Publication(world, carousel, await world.connect());
      await publication.draft();
      await publication.draft();
      world.advance(DAY + 60_000);
      expect(await publication.finish()).to.equal('published');
      expect(publication.failures.map(({ kind }) => kind)).to.include('new_draft');
      expect(world.fake.posts()).to.have.length(1);
    });

    cases.add('fail permanently if one expires after the commit', async (world) => {
      const publication = new Publication(world, first, await world.connect());
      await publication.prepare();
      world.faults.set({ route: 'commit', fault: 'drop' });
      await publication.commit();
      world.advance(DAY + 60_000);
      expect(stateOf(await publication.reconcile())).to.equal('permanent');
      expect(world.fake.posts()).to.have.length(0);
    });

    cases.add(
      'fail as our misconfiguration if the media is unavailable three times',
      async (world) => {
        const clip = subject.posts.find(({ pictures }) => pictures === 0) ?? first;
        const publication = new Publication(world, clip, await world.connect());
        await world.media.stop();
        const failure = await publication.prepare();
        expect(failure).to.include({ kind: 'misconfigured', code: 'MISCONFIGURED' });
        expect(publication.failures).to.have.length(3);
      },
    );
  });
}
