import type { FakeOptions, PlatformFake } from '../fake.js';
import { Containers } from '../meta/containers.js';
import { GraphError } from '../meta/graph.js';
import { buildLoginRoutes, type LoginPlaces } from '../meta/login.js';
import { buildPostRoutes } from '../meta/routes.js';
import { MetaTokens } from '../meta/tokens.js';
import { ConsentFake, type OAuthRules } from '../oauth.js';
import { createContainer } from './create.js';

const GRAPH_HOST = 'graph.threads.net';
const VERSIONS = 'v1\\.0';

/** Code and subcode for each reason to refuse an exchange. */
const REFUSALS = {
  client_id: [101, null],
  client_secret: [1, null],
  code: [100, 36009],
} as const;

const CONSENT: OAuthRules = {
  label: 'Threads',
  clientParam: 'client_id',
  scopeSeparator: ',',
  scopes: ['threads_basic', 'threads_content_publish'],
  codeMs: 3_600_000,
  pkce: 'none',
  suffix: '#_',
};

const LOGIN: LoginPlaces = {
  pageHost: 'threads.net',
  codeHost: GRAPH_HOST,
  graphHost: GRAPH_HOST,
  versions: VERSIONS,
  longGrant: 'th_exchange_token',
  refreshGrant: 'th_refresh_token',
  // Threads does not report the granted scopes in the answer to a code.
  answerCode: (access_token, { user }) => ({ access_token, user_id: Number(user.id) }),
  refuse(reason, words) {
    const [code, subcode] = REFUSALS[reason];
    return new GraphError(400, code, subcode, words).answer;
  },
};

/** Creates the Threads API, version 1.0, as documented in November 2026. */
export function createThreadsFake(options: FakeOptions): PlatformFake {
  const tokens = new MetaTokens(options.now);
  const consent = new ConsentFake(CONSENT, options.now);
  const containers = new Containers(
    options,
    options.dailyPosts ?? 250,
    ({ owner, place }, code) => `https://www.threads.net/@${owner.username}/${place}/${code}`,
  );
  const login = buildLoginRoutes(LOGIN, consent, tokens);
  const posts = buildPostRoutes(
    {
      host: GRAPH_HOST,
      versions: VERSIONS,
      readScope: 'threads_basic',
      publishScope: 'threads_content_publish',
      createEdge: 'threads',
      publishEdge: 'threads_publish',
      quotaEdge: 'threads_publishing_limit',
      listEdge: 'threads',
      listText: 'text',
      buildProfile: ({ id, username }) => ({
        id,
        username,
        name: username,
        threads_profile_picture_url: `https://scontent.cdninstagram.com/${id}.jpg`,
        threads_biography: '',
        is_verified: false,
      }),
      buildStatus: (status, error) => ({
        status,
        error_message: status === 'ERROR' ? error : undefined,
      }),
      create: (user, params) => createContainer(containers, user, params),
    },
    containers,
    tokens,
  );
  return {
    name: 'threads',
    label: 'Threads',
    routes: [...login, ...posts],
    posts: () => containers.posts,
    revokeAll: (username) => tokens.revokeAll(username),
  };
}
