import { PLATFORM_TABLE } from '../../../domain/catalogue/social-platforms.js';
import { PlatformFailure, type SocialPlatform } from '../../../domain/ports/social-platform.js';
import type { PlatformApp } from '../app.js';
import type { Graph, GraphRecord } from '../meta/call-graph.js';
import type { ContainerRules, ContainerState } from '../meta/container-rules.js';
import { draftPost } from '../meta/containers.js';
import { findSubcode } from '../meta/error-table.js';
import { authorizeUrl, exchangeCode, refreshTokens, type LoginRules } from '../meta/login.js';
import { commitPost, findUrl, reconcilePost } from '../meta/publish.js';
import { buildCarouselParams, buildChildParams, buildSingleParams } from './params.js';

const GRAPH = 'https://graph.instagram.com';
const VERSION = 'v25.0';

const LOGIN: LoginRules = {
  authorizeUrl: 'https://www.instagram.com/oauth/authorize',
  askAgain: { force_reauth: 'true' },
  codeUrl: 'https://api.instagram.com/oauth/access_token',
  longUrl: `${GRAPH}/access_token`,
  longGrant: 'ig_exchange_token',
  refreshUrl: `${GRAPH}/refresh_access_token`,
  refreshGrant: 'ig_refresh_token',
  scopes: PLATFORM_TABLE.instagram.scopes,
  meUrl: `${GRAPH}/${VERSION}/me`,
  idField: 'user_id',
  readScopes: async ({ permissions }) => {
    if (Array.isArray(permissions)) return permissions.map(String);
    return typeof permissions === 'string' ? permissions.split(',').filter(Boolean) : [];
  },
};

const CONTAINERS: ContainerRules = {
  buildEdgeUrl: (remoteId, edge) => `${GRAPH}/${VERSION}/${remoteId}/${edge}`,
  buildNodeUrl: (id) => `${GRAPH}/${VERSION}/${id}`,
  createEdge: 'media',
  publishEdge: 'media_publish',
  quotaEdge: 'content_publishing_limit',
  listEdge: 'media',
  listText: 'caption',
  statusFields: 'status_code,status',
  readStatus,
  encodeParams: (params) => ({ json: params }),
  single: buildSingleParams,
  child: buildChildParams,
  carousel: buildCarouselParams,
};

/** Creates the Instagram platform with Instagram Login, which needs no Facebook page. */
export function createInstagram(app: PlatformApp): SocialPlatform {
  const graph: Graph = { app, name: 'instagram' };
  return {
    name: 'instagram',
    authorizeUrl: (ask) => authorizeUrl(graph, LOGIN, ask),
    exchangeCode: (answer, signal) => exchangeCode(graph, LOGIN, answer, signal),
    refreshTokens: (tokens, signal) => refreshTokens(graph, LOGIN, tokens, signal),
    draft: (job) => draftPost(graph, CONTAINERS, job),
    commit: (job) => commitPost(graph, CONTAINERS, job),
    reconcile: (job) => reconcilePost(graph, CONTAINERS, job),
    findUrl: (job, remotePostId) => findUrl(graph, CONTAINERS, job, remotePostId),
  };
}

/** Reads a container's status; an unknown status counts as still processing. */
function readStatus({ status_code: code, status }: GraphRecord): ContainerState {
  if (code === 'FINISHED') return { state: 'finished' };
  if (code === 'PUBLISHED') return { state: 'published' };
  if (code === 'EXPIRED') return { state: 'expired' };
  if (code !== 'ERROR') return { state: 'working' };
  // `status` contains the error number, alone or in a sentence.
  const subcode = Number(/\b2207\d{3}\b/.exec(String(status))?.[0]);
  const known = findSubcode(subcode);
  const name = `container/${Number.isNaN(subcode) ? 'error' : subcode}`;
  const failure =
    known?.kind === 'permanent'
      ? new PlatformFailure('permanent', known.error, name)
      : new PlatformFailure('new_draft', known?.error ?? 'MEDIA_REFUSED', name);
  return { state: 'failed', failure };
}
