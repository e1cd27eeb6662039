import {
  PlatformFailure,
  type DraftState,
  type PlatformRefs,
  type PublishJob,
} from '../../../domain/ports/social-platform.js';
import { callGraph, type Graph, type GraphRecord } from './call-graph.js';
import type { ContainerRules, ContainerState } from './container-rules.js';
import { toRecord } from './failure.js';

/** Delays between polls in milliseconds; the last one is repeated. */
const POLL_DELAYS_MS = [3_000, 5_000, 10_000, 20_000, 30_000] as const;
/** Maximum number of carousel items created by one call. */
const CHILDREN_A_CALL = 5;
/** Failed drafts until the media counts as the cause. */
const DRAFTS_MAX = 3;
const NONE: PlatformRefs = { container: '', children: [], finished: 0, looks: 0 };

const toRefText = (value: unknown): string => (typeof value === 'string' ? value : '');
const toRefList = (value: PlatformRefs[string] | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : [];
const toRefCount = (value: PlatformRefs[string] | undefined): number =>
  typeof value === 'number' ? value : 0;

/** Returns the id of a post's container; empty if it is not created yet. */
export const readContainerId = ({ refs }: PublishJob): string => toRefText(refs['container']);

/** Takes a draft's next step: quota, items, item processing, container, container processing. */
export async function draftPost(
  graph: Graph,
  rules: ContainerRules,
  job: PublishJob,
): Promise<DraftState> {
  try {
    return await continueDraft(graph, rules, job);
  } catch (error) {
    if (!(error instanceof PlatformFailure) || error.kind !== 'new_draft') throw error;
    throw await giveUp(job, error);
  }
}

async function continueDraft(
  graph: Graph,
  rules: ContainerRules,
  job: PublishJob,
): Promise<DraftState> {
  const { items, refs } = job;
  let container = readContainerId(job);
  let polls = toRefCount(refs['looks']);
  if (container === '') {
    const children = toRefList(refs['children']);
    if (children.length === 0) await checkQuota(graph, rules, job);
    const [item] = items;
    if (!item) throw new PlatformFailure('permanent', 'MEDIA_REFUSED', 'no_media');
    if (items.length > 1) {
      if (children.length < items.length) return addChildren(graph, rules, job, children);
      const isDone = await checkChildren(graph, rules, job, children);
      if (!isDone) return waitMore(job, polls);
    }
    const params = items.length > 1 ? rules.carousel(job, children) : rules.single(job, item);
    container = await create(graph, rules, job, params);
    polls = 0;
    await job.keep({ container, looks: polls });
  }
  const { state } = await checkContainer(graph, rules, job, container);
  if (state !== 'working') return { state: 'ready' };
  return waitMore(job, polls);
}

/** Checks the account's quota; a carousel counts as one post. */
async function checkQuota(graph: Graph, rules: ContainerRules, job: PublishJob): Promise<void> {
  const answer = await callGraph(graph, {
    operation: 'read',
    method: 'GET',
    url: rules.buildEdgeUrl(job.remoteId, rules.quotaEdge),
    query: { fields: 'quota_usage,config' },
    accessToken: job.accessToken,
    signal: job.signal,
  });
  const row = toRecord(Array.isArray(answer['data']) ? answer['data'][0] : null);
  const [used, total] = [row['quota_usage'], toRecord(row['config'])['quota_total']];
  if (typeof used === 'number' && typeof total === 'number' && used >= total) {
    throw new PlatformFailure('quota', 'QUOTA_REACHED', 'quota_usage');
  }
}

/** Creates the next carousel items, and saves each item before creating the next. */
async function addChildren(
  graph: Graph,
  rules: ContainerRules,
  job: PublishJob,
  known: readonly string[],
): Promise<DraftState> {
  let children = known;
  const end = Math.min(known.length + CHILDREN_A_CALL, job.items.length);
  for (const [index, item] of [...job.items.entries()].slice(known.length, end)) {
    const id = await create(graph, rules, job, rules.child(job, item, index));
    children = [...children, id];
    await job.keep({ children, finished: 0, looks: 0 });
  }
  return { state: 'waiting', waitMs: children.length < job.items.length ? 1 : POLL_DELAYS_MS[0] };
}

/**
 * Polls items in order until one is not ready.
 * @returns whether all items are ready
 */
async function checkChildren(
  graph: Graph,
  rules: ContainerRules,
  job: PublishJob,
  children: readonly string[],
): Promise<boolean> {
  const before = toRefCount(job.refs['finished']);
  let finished = before;
  for (const id of children.slice(before)) {
    const { state } = await checkContainer(graph, rules, job, id);
    if (state === 'working') break;
    finished += 1;
  }
  if (finished > before) await job.keep({ finished });
  return finished === children.length;
}

async function create(
  graph: Graph,
  rules: ContainerRules,
  job: PublishJob,
  params: GraphRecord,
): Promise<string> {
  const answer = await callGraph(graph, {
    operation: 'draft',
    method: 'POST',
    url: rules.buildEdgeUrl(job.remoteId, rules.createEdge),
    ...rules.encodeParams(params),
    accessToken: job.accessToken,
    signal: job.signal,
  });
  const id = toRefText(answer['id']);
  // If a container's id was lost, the container stays invisible.
  if (id === '') throw new PlatformFailure('retry', 'PLATFORM_UNAVAILABLE', 'no_id');
  return id;
}

/**
 * Reads a container's state.
 * @throws {PlatformFailure} if the read fails
 */
export async function readContainer(
  graph: Graph,
  rules: ContainerRules,
  { accessToken, signal }: PublishJob,
  id: string,
): Promise<ContainerState> {
  const answer = await callGraph(graph, {
    operation: 'read',
    method: 'GET',
    url: rules.buildNodeUrl(id),
    query: { fields: rules.statusFields },
    accessToken,
    signal,
  });
  return rules.readStatus(answer);
}

async function checkContainer(graph: Graph, rules: ContainerRules, job: PublishJob, id: string) {
  const found = await readContainer(graph, rules, job, id);
  if (found.state === 'failed') throw found.failure;
  if (found.state === 'expired') {
    throw new PlatformFailure('new_draft', 'PLATFORM_UNAVAILABLE', 'expired');
  }
  return found;
}

async function waitMore(job: PublishJob, polls: number): Promise<DraftState> {
  await job.keep({ looks: polls + 1 });
  const waitMs = POLL_DELAYS_MS[Math.min(polls, POLL_DELAYS_MS.length - 1)] ?? POLL_DELAYS_MS[0];
  return { state: 'waiting', waitMs };
}

/** Discards the draft. After several failed drafts, treats the media as unusable. */
async function giveUp(job: PublishJob, failure: PlatformFailure): Promise<PlatformFailure> {
  const spoilt = toRefCount(job.refs['spoilt']) + 1;
  await job.keep({ ...NONE, spoilt });
  if (spoilt < DRAFTS_MAX) return failure;
  const { platformCode } = failure;
  return failure.code === 'MISCONFIGURED'
    ? new PlatformFailure('misconfigured', 'MISCONFIGURED', platformCode)
    : new PlatformFailure('permanent', 'MEDIA_REFUSED', platformCode);
}
