import { PLATFORM_TABLE } from '../../../domain/catalogue/social-platforms.js';
import { PlatformFailure, type SocialPlatform } from '../../../domain/ports/social-platform.js';
import type { PlatformApp } from '../app.js';
import { callGraph, type Graph, type GraphRecord } from '../meta/call-graph.js';
import type { ContainerRules, ContainerState } from '../meta/container-rules.js';
import { draftPost } from '../meta/containers.js';
import {
  authorizeUrl,
  exchangeCode,
  refreshTokens,
  type LoginRules,
  type MetaCredentials,
} from '../meta/login.js';
import { commitPost, findUrl, reconcilePost } from '../meta/publish.js';
import { buildCarouselParams, buildChildParams, buildSingleParams } from './params.js';

const GRAPH = 'https://graph.threads.net';
const VERSION = 'v1.0';

const CONTAINERS: ContainerRules = {
  buildEdgeUrl: (remoteId, edge) => `${GRAPH}/${VERSION}/${remoteId}/${edge}`,
  buildNodeUrl: (id) => `${GRAPH}/${VERSION}/${id}`,
  createEdge: 'threads',
  publishEdge: 'threads_publish',
  quotaEdge: 'threads_publishing_limit',
  listEdge: 'threads',
  listText: 'text',
  statusFields: 'status,error_message',
  readStatus,
  encodeParams: (params) => ({
    fields: Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)])),
  }),
  single: buildSingleParams,
  child: buildChildParams,
  carousel: buildCarouselParams,
};

/**
 * Creates the Threads platform. Threads also allows text-only posts, but ours always have media.
 */
export function createThreads(app: PlatformApp): SocialPlatform {
  const graph: Graph = { app, name: 'threads' };
  const login: LoginRules = {
    authorizeUrl: 'https://threads.net/oauth/authorize',
    // For Threads, Meta documents no parameter that asks for consent again.
    askAgain: {},
    codeUrl: `${GRAPH}/oauth/access_token`,
    longUrl: `${GRAPH}/access_token`,
    longGrant: 'th_exchange_token',
    refreshUrl: `${GRAPH}/refresh_access_token`,
    refreshGrant: 'th_refresh_token',
    scopes: PLATFORM_TABLE.threads.scopes,
    meUrl: `${GRAPH}/${VERSION}/me`,
    idField: 'id',
    readScopes: (_first, me) => tryScopes(graph, me),
  };
  return {
    name: 'threads',
    authorizeUrl: (ask) => authorizeUrl(graph, login, ask),
    exchangeCode: (answer, signal) => exchangeCode(graph, login, answer, signal),
    refreshTokens: (tokens, signal) => refreshTokens(graph, login, tokens, signal),
    draft: (job) => draftPost(graph, CONTAINERS, job),
    commit: (job) => commitPost(graph, CONTAINERS, job),
    reconcile: (job) => reconcilePost(graph, CONTAINERS, job),
    findUrl: (job, remotePostId) => findUrl(graph, CONTAINERS, job, remotePostId),
  };
}

/**
 * Finds the granted scopes by trying them, because no Threads response lists them, and Threads'
 * endpoint for that is only for testers. Reading the profile proves one scope; reading the quota
 * proves the other scope.
 */
async function tryScopes(graph: Graph, me: MetaCredentials): Promise<readonly string[]> {
  const { accessToken, remoteId, signal } = me;
  const url = CONTAINERS.buildEdgeUrl(remoteId, CONTAINERS.quotaEdge);
  const query = { fields: 'quota_usage,config' };
  try {
    await callGraph(graph, { operation: 'oauth', method: 'GET', url, query, accessToken, signal });
    return ['threads_basic', 'threads_content_publish'];
  } catch (error) {
    if (!(error instanceof PlatformFailure) || error.kind !== 'reauth') throw error;
    return ['threads_basic'];
  }
}

/** Reads a container's status; an unknown status counts as still processing. */
function readStatus({ status, error_message: message }: GraphRecord): ContainerState {
  if (status === 'FINISHED') return { state: 'finished' };
  if (status === 'PUBLISHED') return { state: 'published' };
  if (status === 'EXPIRED') return { state: 'expired' };
  if (status !== 'ERROR') return { state: 'working' };
  const name = /^[A-Z_]{1,40}$/.exec(String(message))?.[0] ?? 'UNKNOWN';
  // A file that could not be fetched or read may work the next time.
  const kind = name.startsWith('INVALID_') ? 'permanent' : 'new_draft';
  const code = name.startsWith('FAILED_DOWNLOADING') ? 'MISCONFIGURED' : 'MEDIA_REFUSED';
  return { state: 'failed', failure: new PlatformFailure(kind, code, name) };
}
