import {
  PlatformFailure,
  type PublishJob,
  type PublishState,
} from '../../../domain/ports/social-platform.js';
import { callCommit, callGraph, type Graph } from './call-graph.js';
import type { ContainerRules } from './container-rules.js';
import { readContainerId, readContainer } from './containers.js';
import { toRecord } from './failure.js';

/**
 * If a container is still only finished this long after its commit, the commit did not publish it.
 */
const SETTLED_MS = 60_000;
const POLL_DELAY_MS = 10_000;
/** More than two machines' clocks differ. */
const SKEW_MS = 5 * 60_000;

/**
 * Threads refusals that make a finished container useless: it is not found, or its items are
 * invalid. After any other response, the same container is published again.
 */
const USELESS = /^24\/4279009$|\/4279004$/;

/** Publishes the container, once per arming. */
export async function commitPost(
  graph: Graph,
  rules: ContainerRules,
  job: PublishJob,
): Promise<PublishState> {
  const container = readContainerId(job);
  if (container === '') throw new PlatformFailure('new_draft', 'PLATFORM_UNAVAILABLE', 'no_draft');
  const answer = await callCommit(graph, {
    operation: 'commit',
    method: 'POST',
    url: rules.buildEdgeUrl(job.remoteId, rules.publishEdge),
    ...rules.encodeParams({ creation_id: container }),
    accessToken: job.accessToken,
    signal: job.signal,
  }).catch(async (error: unknown) => {
    const isUseless = error instanceof PlatformFailure && USELESS.test(error.platformCode);
    if (isUseless) await job.keep({ useless: container });
    throw error;
  });
  const { id } = answer;
  if (typeof id !== 'string') {
    throw new PlatformFailure('unknown_outcome', 'OUTCOME_UNKNOWN', 'no_id');
  }
  await job.keep({ published: id });
  return { state: 'published', remotePostId: id, url: await findUrl(graph, rules, job, id) };
}

/** Determines the container's outcome. A container is published at most once. */
export async function reconcilePost(
  graph: Graph,
  rules: ContainerRules,
  job: PublishJob,
): Promise<PublishState> {
  const container = readContainerId(job);
  if (container === '') return { state: 'not_published', draftAgain: true };
  const found = await readContainer(graph, rules, job, container);
  switch (found.state) {
    case 'published': {
      const known = job.refs['published'];
      const live = typeof known === 'string' ? null : await findLive(graph, rules, job);
      const remotePostId = typeof known === 'string' ? known : (live?.id ?? null);
      const url = live?.url ?? (await findUrl(graph, rules, job, remotePostId));
      return { state: 'published', remotePostId, url };
    }
    case 'finished': {
      const leftMs = SETTLED_MS - (Date.now() - (job.armedAt ?? 0));
      if (leftMs > 0) return { state: 'pending', waitMs: Math.max(leftMs, 1_000) };
      // Meta sometimes does not find a container that it reports as finished; creating a new
      // container helps.
      if (job.refs['useless'] === container) return { state: 'not_published', draftAgain: true };
      return { state: 'not_published' };
    }
    case 'working':
      return { state: 'pending', waitMs: POLL_DELAY_MS };
    case 'expired':
      throw new PlatformFailure('permanent', 'PLATFORM_REFUSED', 'expired');
    case 'failed':
      throw new PlatformFailure('permanent', 'MEDIA_REFUSED', found.failure.platformCode);
  }
}

/** Finds a live post's URL. A failure of this read does not affect the post. */
export async function findUrl(
  graph: Graph,
  rules: ContainerRules,
  job: PublishJob,
  remotePostId: string | null,
): Promise<string | null> {
  if (remotePostId === null) return (await findLive(graph, rules, job))?.url ?? null;
  try {
    const answer = await callGraph(graph, {
      operation: 'read',
      method: 'GET',
      url: rules.buildNodeUrl(remotePostId),
      query: { fields: 'permalink' },
      accessToken: job.accessToken,
      signal: job.signal,
    });
    return typeof answer['permalink'] === 'string' ? answer['permalink'] : null;
  } catch (error) {
    if (error instanceof PlatformFailure) return null;
    throw error;
  }
}

/** Finds a post whose id was lost: the new post with this text, if there is exactly one. */
async function findLive(
  graph: Graph,
  rules: ContainerRules,
  job: PublishJob,
): Promise<{ id: string; url: string } | null> {
  try {
    const answer = await callGraph(graph, {
      operation: 'read',
      method: 'GET',
      url: rules.buildEdgeUrl(job.remoteId, rules.listEdge),
      query: { fields: `id,permalink,timestamp,${rules.listText}`, limit: '10' },
      accessToken: job.accessToken,
      signal: job.signal,
    });
    const rows = Array.isArray(answer['data']) ? answer['data'].map(toRecord) : [];
    const [one, ...others] = rows.filter((row) => isOurs(row, rules.listText, job));
    if (!one || others.length > 0) return null;
    const { id, permalink } = one;
    return typeof id === 'string' && typeof permalink === 'string' ? { id, url: permalink } : null;
  } catch (error) {
    if (error instanceof PlatformFailure) return null;
    throw error;
  }
}

function isOurs(row: Readonly<Record<string, unknown>>, textField: string, job: PublishJob) {
  const at = Date.parse(String(row['timestamp']));
  return (row[textField] ?? '') === job.text && at >= (job.armedAt ?? 0) - SKEW_MS;
}
