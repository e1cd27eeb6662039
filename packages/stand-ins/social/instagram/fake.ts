import type { FakeOptions, PlatformFake } from '../fake.js';
import { Containers } from '../meta/containers.js';
import { buildLoginRoutes, type LoginPlaces } from '../meta/login.js';
import { buildPostRoutes } from '../meta/routes.js';
import { MetaTokens } from '../meta/tokens.js';
import { ConsentFake, type OAuthRules } from '../oauth.js';
import { createContainer } from './create.js';

const GRAPH_HOST = 'graph.instagram.com';
/** Graph API versions until November 2026; a retired version is served as the oldest. */
const VERSIONS = 'v(?:[1-9]|1\\d|2[0-7])\\.\\d';

const CONSENT: OAuthRules = {
  label: 'Instagram',
  clientParam: 'client_id',
  scopeSeparator: ',',
  scopes: ['instagram_business_basic', 'instagram_business_content_publish'],
  codeMs: 3_600_000,
  pkce: 'none',
  asksAgain: { name: 'force_reauth', value: 'true' },
  suffix: '#_',
};

const LOGIN: LoginPlaces = {
  pageHost: 'www.instagram.com',
  codeHost: 'api.instagram.com',
  graphHost: GRAPH_HOST,
  versions: VERSIONS,
  longGrant: 'ig_exchange_token',
  refreshGrant: 'ig_refresh_token',
  answerCode: (access_token, { user, scopes }) => ({
    data: [{ access_token, user_id: `app${user.id}`, permissions: scopes.join(',') }],
  }),
  refuse: (_reason, error_message) => ({
    status: 400,
    body: { error_type: 'OAuthException', code: 400, error_message },
  }),
};

/** Creates the Instagram API with Instagram Login, as documented in November 2026. */
export function createInstagramFake(options: FakeOptions): PlatformFake {
  const tokens = new MetaTokens(options.now);
  const consent = new ConsentFake(CONSENT, options.now);
  const containers = new Containers(options, options.dailyPosts ?? 100, ({ owner, place }, code) =>
    place === 'stories'
      ? `https://www.instagram.com/stories/${owner.username}/${code}/`
      : `https://www.instagram.com/${place}/${code}/`,
  );
  const login = buildLoginRoutes(LOGIN, consent, tokens);
  const posts = buildPostRoutes(
    {
      host: GRAPH_HOST,
      versions: VERSIONS,
      readScope: 'instagram_business_basic',
      publishScope: 'instagram_business_content_publish',
      createEdge: 'media',
      publishEdge: 'media_publish',
      quotaEdge: 'content_publishing_limit',
      listEdge: 'media',
      listText: 'caption',
      // URLs contain only `user_id`; `id` is specific to one app.
      buildProfile: ({ id, username }) => ({
        id: `app${id}`,
        user_id: id,
        username,
        name: username,
        account_type: 'BUSINESS',
        profile_picture_url: `https://scontent.cdninstagram.com/${id}.jpg`,
        biography: '',
        website: '',
        followers_count: 0,
        follows_count: 0,
        media_count: 0,
      }),
      buildStatus: (status_code, error) => ({ status_code, status: error ?? status_code }),
      create: (user, params) => createContainer(containers, user, params),
    },
    containers,
    tokens,
  );
  return {
    name: 'instagram',
    label: 'Instagram',
    routes: [...login, ...posts],
    posts: () => containers.posts,
    revokeAll: (username) => tokens.revokeAll(username),
  };
}
