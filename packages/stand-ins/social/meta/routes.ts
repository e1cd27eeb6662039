import type { FakeRequest, FakeRoute } from '../fake.js';
import type { FakeUser } from '../oauth.js';
import type { Containers, ContainerStatus } from './containers.js';
import { answerGraph, GraphError, parseParams, readTextParam, type Params } from './graph.js';
import type { MetaTokens } from './tokens.js';

type Body = Readonly<Record<string, unknown>>;

/** A Meta platform's post endpoints and names. */
export interface PostPlaces {
  readonly host: string;
  /** Pattern of the versions that the platform serves. */
  readonly versions: string;
  readonly readScope: string;
  readonly publishScope: string;
  readonly createEdge: string;
  readonly publishEdge: string;
  readonly quotaEdge: string;
  readonly listEdge: string;
  readonly listText: string;
  buildProfile(user: FakeUser): Body;
  buildStatus(status: ContainerStatus, error: string | null): Body;
  /**
   * Checks a request and creates the container.
   * @throws {GraphError}
   */
  create(user: FakeUser, params: Params): Promise<string>;
}

/** Builds the post endpoints that Instagram and Threads share. */
export function buildPostRoutes(
  places: PostPlaces,
  containers: Containers,
  tokens: MetaTokens,
): FakeRoute[] {
  const { host, versions, readScope, publishScope } = places;
  const toPath = (rest: string) => new RegExp(`^/${versions}/${rest}$`);
  /** Restricts an account's endpoint to the account's owner. */
  const guard = (
    name: string,
    method: 'GET' | 'POST',
    edge: string,
    scope: string,
    work: (user: FakeUser, params: Params) => Promise<Body>,
  ): FakeRoute => ({
    name,
    method,
    host,
    path: toPath(`(?<id>\\d+)/${edge}`),
    answer: (request, { id = '' }) =>
      answerGraph(async () => {
        const user = tokens.authorize(request, scope);
        if (id !== user.id) throw buildMissingError(id);
        return { status: 200, body: await work(user, parseParams(request)) };
      }),
  });
  /** Reads an object by its name or id. */
  const read = (
    name: string,
    path: RegExp,
    find: (user: FakeUser, id: string) => Body,
  ): FakeRoute => ({
    name,
    method: 'GET',
    host,
    path,
    answer: (request, { id = '' }) =>
      answerGraph(async () => {
        const user = tokens.authorize(request, readScope);
        return { status: 200, body: pick(find(user, id), request) };
      }),
  });
  const { createEdge, publishEdge, quotaEdge, listEdge } = places;
  return [
    read('profile', toPath('me'), (user) => places.buildProfile(user)),
    guard('quota', 'GET', quotaEdge, publishScope, async (user) => containers.buildQuota(user)),
    guard('create', 'POST', createEdge, publishScope, async (user, params) => ({
      id: await places.create(user, params),
    })),
    guard('commit', 'POST', publishEdge, publishScope, async (user, params) => ({
      id: containers.publish(user, readTextParam(params, 'creation_id')),
    })),
    guard('list', 'GET', listEdge, readScope, async (user) => ({
      data: buildPostList(places, containers, user),
    })),
    read('node', toPath('(?<id>\\d+)'), (user, id) => buildNode(places, containers, user, id)),
  ];
}

const buildMissingError = (id: string) =>
  new GraphError(400, 100, 33, `Unsupported request. Object with ID '${id}' does not exist`);

function buildNode(places: PostPlaces, containers: Containers, user: FakeUser, id: string): Body {
  const container = containers.find(id);
  if (container?.owner.id === user.id) {
    const status = places.buildStatus(containers.computeStatus(container), container.error);
    return { ...status, id };
  }
  const post = containers.posts.find((each) => each.id === id && each.ownerId === user.id);
  if (!post) throw buildMissingError(id);
  return { id, permalink: post.url, timestamp: new Date(post.at).toISOString() };
}

/** Lists the owner's posts, without stories. */
function buildPostList(places: PostPlaces, containers: Containers, user: FakeUser) {
  return containers.posts
    .filter(({ ownerId, labels }) => ownerId === user.id && !labels.includes('story'))
    .map(({ id, url, text, at }) => ({
      id,
      permalink: url,
      timestamp: new Date(at).toISOString(),
      ...(text !== '' && { [places.listText]: text }),
    }));
}

/** Returns the requested fields and the id. Refuses an unknown field. */
function pick(record: Body, { query }: FakeRequest): Body {
  const fields = (query.get('fields') ?? 'id').split(',');
  const unknown = fields.find((field) => !(field in record));
  if (unknown !== undefined) {
    throw new GraphError(400, 100, null, `Tried accessing nonexisting field (${unknown})`);
  }
  const wanted = fields.map((field) => [field, record[field]]);
  return { ...Object.fromEntries(wanted), ...('id' in record && { id: record['id'] }) };
}
