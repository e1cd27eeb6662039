import { expect } from 'chai';
import { PLATFORM_TABLE } from '../../../domain/catalogue/social-platforms.js';
import type { PlatformFailureKind } from '../../../domain/catalogue/social-states.js';
import { PlatformFailure, type Grant } from '../../../domain/ports/social-platform.js';
import { FAULTS, WORKS, type Fault } from '@media-platform/stand-ins/social/faults.js';
import type { Cases } from './cases.js';
import { expectNoSecret } from './publication.js';
import type { SocialSubject } from './subject.js';
import { REDIRECT_URI, VERIFIER, signal, type World } from './world.js';

/** The failure of a call that must fail, which names no secret. */
async function failureOf(world: World, work: Promise<unknown>): Promise<PlatformFailure> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(PlatformFailure);
  expectNoSecret(error, world.secrets);
  return error as PlatformFailure;
}

const refresh = (world: World, { tokens }: Grant) => world.platform.refreshTokens(tokens, signal);
/** Kinds that say nothing about the connection or our app. */
const PASSING: readonly PlatformFailureKind[] = ['retry', 'rate_limited'];
/** Kinds of an exchange that was refused. */
const REFUSED: readonly PlatformFailureKind[] = ['reauth', 'permanent', 'misconfigured'];

/** Registers what is asked of the authorisation. */
export function oauthCases(subject: SocialSubject, cases: Cases): void {
  const { rotates, prolongs, refreshIsAnonymous, codeMs } = subject.oauth;
  const { scopes } = PLATFORM_TABLE[subject.platform];
  /** When a prolonged token may be prolonged. */
  const grow = (world: World) => world.advance((prolongs?.notBeforeMs ?? 0) + 60_000);

  cases.add('consent leads back with state and a code that is a grant', async (world) => {
    const back = await world.authorize({ username: 'grace_h' });
    expect(`${back.origin}${back.pathname}`).to.equal(REDIRECT_URI);
    expect(back.searchParams.get('state')).to.equal('st-1');
    const grant = await world.exchange(back);
    expect(grant.username).to.equal('grace_h');
    expect(grant.remoteId).to.match(/^\S{1,100}$/);
    expect(grant.scopes.toSorted()).to.deep.equal(scopes.toSorted());
    expect(grant.tokens.accessExpiresAt).to.be.greaterThan(Date.now());
    expect(grant.tokens.refreshToken === null).to.equal(prolongs !== null);
    const again = await world.connect({ username: 'grace_h' });
    expect(again.remoteId, 'the id stays').to.equal(grant.remoteId);
  });

  cases.add('an owner who has allowed the app before is asked again', async (world) => {
    await world.connect({ username: 'grace_h' });
    const back = await world.authorize({ deny: true });
    expect(back.searchParams.get('error')).to.equal('access_denied');
  });

  cases.add('a denial leads back with an error and no code', async (world) => {
    const back = await world.authorize({ deny: true });
    expect(back.searchParams.get('error')).to.equal('access_denied');
    expect(back.searchParams.get('state')).to.equal('st-1');
    expect(back.searchParams.get('code')).to.equal(null);
  });

  cases.add('scopes that the owner leaves out are missing in the grant', async (world) => {
    const some = scopes.slice(0, -1);
    expect((await world.connect({ scopes: some })).scopes.toSorted()).to.deep.equal(
      some.toSorted(),
    );
  });

  cases.add('a code is exchanged with its own redirect address alone', async (world) => {
    const code = (await world.authorize()).searchParams.get('code') ?? '';
    world.secrets.add(code);
    const answer = { code, redirectUri: `${REDIRECT_URI}/other`, verifier: VERIFIER };
    const error = await failureOf(world, world.platform.exchangeCode(answer, signal));
    expect(error.kind).to.be.oneOf(REFUSED);
  });

  cases.add('a code is exchanged once, and not when it is old', async (world) => {
    const back = await world.authorize();
    await world.exchange(back);
    expect((await failureOf(world, world.exchange(back))).kind).to.be.oneOf(REFUSED);
    const late = await world.authorize();
    world.advance(codeMs + 1_000);
    expect((await failureOf(world, world.exchange(late))).kind).to.be.oneOf(REFUSED);
  });

  cases.add('a refresh gives tokens that work, again and again', async (world) => {
    let grant = await world.connect();
    for (let n = 0; n < 3; n += 1) {
      grow(world);
      const tokens = await refresh(world, grant);
      expect(tokens.accessToken).not.to.equal(grant.tokens.accessToken);
      expect(tokens.refreshToken === null).to.equal(prolongs !== null);
      expect(tokens.accessExpiresAt).to.be.greaterThan(Date.now());
      grant = { ...grant, tokens };
    }
  });

  cases.add('a grant that its owner has ended is reauth', async (world) => {
    const grant = await world.connect();
    grow(world);
    world.fake.revokeAll();
    const error = await failureOf(world, refresh(world, grant));
    expect([error.kind, error.code]).to.deep.equal(['reauth', 'ACCOUNT_NEEDS_LOGIN']);
  });

  if (rotates) {
    cases.add('a refresh ends the tokens before it', async (world) => {
      const grant = await world.connect();
      await refresh(world, grant);
      expect((await failureOf(world, refresh(world, grant))).kind).to.equal('reauth');
    });
  }

  if (prolongs) {
    cases.add('a young token is not prolonged, and that ends nothing', async (world) => {
      const grant = await world.connect();
      const error = await failureOf(world, refresh(world, grant));
      expect(error.kind).to.equal('retry');
      grow(world);
      expect(await refresh(world, grant)).to.have.property('accessToken');
    });

    cases.add('a token that has ended needs its owner', async (world) => {
      const grant = await world.connect();
      world.advance(prolongs.endMs + 60_000);
      expect((await failureOf(world, refresh(world, grant))).kind).to.equal('reauth');
    });
  }

  cases.add('a wrong secret of our app is misconfigured, never reauth', async (world) => {
    const wrong = world.adapterWith({ clientSecret: 'not-the-secret' });
    const code = (await world.authorize()).searchParams.get('code') ?? '';
    const answer = { code, redirectUri: REDIRECT_URI, verifier: VERIFIER };
    const error = await failureOf(world, wrong.exchangeCode(answer, signal));
    expect([error.kind, error.code]).to.deep.equal(['misconfigured', 'MISCONFIGURED']);
    if (refreshIsAnonymous) return;
    const { tokens } = await world.connect();
    grow(world);
    const later = await failureOf(world, wrong.refreshTokens(tokens, signal));
    expect(later.kind).to.equal('misconfigured');
  });

  for (const fault of FAULTS) brokenAnswers(subject, cases, fault, grow);
}

/** One kind of broken answer at every call of an exchange and of a refresh. */
function brokenAnswers(
  subject: SocialSubject,
  cases: Cases,
  fault: Fault,
  grow: (world: World) => void,
): void {
  const isHarmless = fault === 'unknown_fields' || fault === 'unknown_states';
  const isSilent = fault.endsWith('silent');

  cases.addMany(`${fault} while a code is exchanged never blames anybody`, async (count) => {
    const routes = await routesOf(cases, async (world) => {
      const back = await world.authorize();
      return () => world.exchange(back);
    });
    await cases.eachSideBySide(routes, isSilent, (route) =>
      cases.inWorld({ isSilent }, async (world) => {
        const back = await world.authorize();
        world.faults.set({ route, fault });
        if (isHarmless) await world.exchange(back);
        else {
          const { kind } = await failureOf(world, world.exchange(back));
          expect(kind, route).to.be.oneOf(PASSING);
        }
        count();
      }),
    );
  });

  cases.addMany(`${fault} while tokens are refreshed never ends a connection`, async (count) => {
    const routes = await routesOf(cases, async (world) => {
      const grant = await world.connect();
      return async () => {
        grow(world);
        await refresh(world, grant);
      };
    });
    await cases.eachSideBySide(routes, isSilent, (route) =>
      cases.inWorld({ isSilent }, async (world) => {
        const grant = await world.connect();
        grow(world);
        world.faults.set({ route, fault });
        if (!isHarmless) {
          const { kind } = await failureOf(world, refresh(world, grant));
          expect(kind, route).to.be.oneOf(PASSING);
        }
        // A lost answer of a rotation may have ended the old pair.
        const isLost = !isHarmless && subject.oauth.rotates && WORKS.includes(fault);
        if (!isLost) await refresh(world, grant);
        count();
      }),
    );
  });
}

/** Names of the routes that a piece of work calls, after what comes before it. */
async function routesOf(
  cases: Cases,
  before: (world: World) => Promise<() => Promise<unknown>>,
): Promise<string[]> {
  return cases.inWorld({}, async (world) => {
    const work = await before(world);
    const skip = world.journal.length;
    await work();
    return [...new Set(world.journal.slice(skip).map(({ route }) => route))];
  });
}
