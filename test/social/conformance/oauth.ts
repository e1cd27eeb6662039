import { expect } from 'chai';
import { PLATFORM_TABLE } from '../../../domain/catalogue/social-platforms.js';
import type { PlatformFailureKind } from '../../../domain/catalogue/social-states.js';
import { PlatformFailure, type Grant } from '../../../domain/ports/social-platform.js';
import { FAULTS, WORKS, type FaultName } from '@media-platform/stand-ins/social/faults.js';
import type { Cases } from './cases.js';
import { expectNoSecret } from './publication.js';
import type { SocialSubject } from './subject.js';
import { REDIRECT_URI, VERIFIER, signal, type World } from './world.js';

/** Returns the failure of a call that must fail. The failure must contain no secret. */
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
/** Temporary kinds, for which neither the connection nor our app is the cause. */
const PASSING: readonly PlatformFailureKind[] = ['retry', 'rate_limited'];
/** Kinds of failure of a refused code exchange. */
const REFUSED: readonly PlatformFailureKind[] = ['reauth', 'permanent', 'misconfigured'];

/** Registers the tests of authorization. */
export function oauthCases(subject: SocialSubject, cases: Cases): void {
  const { rotates, prolongs, refreshIsAnonymous, codeMs } = subject.oauth;
  const { scopes } = PLATFORM_TABLE[subject.platform];
  /** Advances the time until the platform allows extending a token. */
  const grow = (world: World) => world.advance((prolongs?.notBeforeMs ?? 0) + 60_000);

  cases.add(
    'redirects back after consent with state and a code that grants access',
    async (world) => {
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
    },
  );

  cases.add('asks again even if the owner has allowed the app before', async (world) => {
    await world.connect({ username: 'grace_h' });
    const back = await world.authorize({ deny: true });
    expect(back.searchParams.get('error')).to.equal('access_denied');
  });

  cases.add('redirects back after a denial with an error and without a code', async (world) => {
    const back = await world.authorize({ deny: true });
    expect(back.searchParams.get('error')).to.equal('access_denied');
    expect(back.searchParams.get('state')).to.equal('st-1');
    expect(back.searchParams.get('code')).to.equal(null);
  });

  cases.add('omits scopes that the owner does not grant', async (world) => {
    const some = scopes.slice(0, -1);
    expect((await world.connect({ scopes: some })).scopes.toSorted()).to.deep.equal(
      some.toSorted(),
    );
  });

  cases.add('exchanges a code only with its own redirect URL', async (world) => {
    const code = (await world.authorize()).searchParams.get('code') ?? '';
    world.secrets.add(code);
    const answer = { code, redirectUri: `${REDIRECT_URI}/other`, verifier: VERIFIER };
    const error = await failureOf(world, world.platform.exchangeCode(answer, signal));
    expect(error.kind).to.be.oneOf(REFUSED);
  });

  cases.add('exchanges a code only once, and not after it has expired', async (world) => {
    const back = await world.authorize();
    await world.exchange(back);
    expect((await failureOf(world, world.exchange(back))).kind).to.be.oneOf(REFUSED);
    const late = await world.authorize();
    world.advance(codeMs + 1_000);
    expect((await failureOf(world, world.exchange(late))).kind).to.be.oneOf(REFUSED);
  });

  cases.add('returns working tokens on every refresh', async (world) => {
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

  cases.add('reports reauth for a grant that the owner has revoked', async (world) => {
    const grant = await world.connect();
    grow(world);
    world.fake.revokeAll();
    const error = await failureOf(world, refresh(world, grant));
    expect([error.kind, error.code]).to.deep.equal(['reauth', 'ACCOUNT_NEEDS_LOGIN']);
  });

  if (rotates) {
    cases.add('invalidates the previous tokens on refresh', async (world) => {
      const grant = await world.connect();
      await refresh(world, grant);
      expect((await failureOf(world, refresh(world, grant))).kind).to.equal('reauth');
    });
  }

  if (prolongs) {
    cases.add('refuses to extend a new token, without ending the grant', async (world) => {
      const grant = await world.connect();
      const error = await failureOf(world, refresh(world, grant));
      expect(error.kind).to.equal('retry');
      grow(world);
      expect(await refresh(world, grant)).to.have.property('accessToken');
    });

    cases.add('reports reauth for an expired token', async (world) => {
      const grant = await world.connect();
      world.advance(prolongs.endMs + 60_000);
      expect((await failureOf(world, refresh(world, grant))).kind).to.equal('reauth');
    });
  }

  cases.add('reports a wrong app secret as misconfigured, never reauth', async (world) => {
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

/** Adds tests with one kind of broken response, at every call of an exchange and of a refresh. */
function brokenAnswers(
  subject: SocialSubject,
  cases: Cases,
  fault: FaultName,
  grow: (world: World) => void,
): void {
  const isHarmless = fault === 'unknown_fields' || fault === 'unknown_states';
  const isSilent = fault.endsWith('silent');

  cases.addMany(
    `reports at most a temporary failure for ${fault} during a code exchange`,
    async (count) => {
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
    },
  );

  cases.addMany(`keeps the connection after ${fault} during a token refresh`, async (count) => {
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
        // If the response to a rotation is lost, the old tokens may have stopped working.
        const isLost = !isHarmless && subject.oauth.rotates && WORKS.includes(fault);
        if (!isLost) await refresh(world, grant);
        count();
      }),
    );
  });
}

/** Lists the routes that a function calls, without the calls of its preparation. */
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
