import type { FakeRequest, FakeRoute } from '../fake.js';
import type { FakeUser } from '../oauth.js';
import type { Containers, ContainerStatus } from './containers.js';
import { answerGraph, GraphError, paramsOf, textOf, type Params } from './graph.js';
import type { MetaTokens } from './tokens.js';

type Body = Readonly<Record<string, unknown>>;

/** The post endpoints of a Meta platform, and its names. */
export interface PostPlaces {
  readonly host: string;
  /** Versions that the platform serves, as a pattern. */
  readonly versions: string;
  readonly readScope: string;
  readonly publishScope: string;
  readonly createEdge: string;
  readonly publishEdge: string;
  readonly quotaEdge: string;
  readonly listEdge: string;
  readonly listText: string;
  profileOf(user: FakeUser): Body;
  statusOf(status: ContainerStatus, error: string | null): Body;
  /** Checks a request and creates the container. @throws {GraphError} */
  create(user: FakeUser, params: Params): Promise<string>;
}

/** The post endpoints that Instagram and Threads share. */
export function postRoutes(
  places: PostPlaces,
  containers: Containers,
  tokens: MetaTokens,
): FakeRoute[] {
  const { host, versions, readScope, publishScope } = places;
  const at = (rest: string) => new RegExp(`^/${versions}/${rest}$`);
  /** An endpoint of an account, only for its owner. */
  const ofOwner = (
    name: string,
    method: 'GET' | 'POST',
    edge: string,
    scope: string,
    work: (user: FakeUser, params: Params) => Promise<Body>,
  ): FakeRoute => ({
    name,
    method,
    host,
    path: at(`(?<id>\\d+)/${edge}`),
    answer: (request, { id = '' }) =>
      answerGraph(async () => {
        const user = tokens.authorize(request, scope);
        if (id !== user.id) throw missing(id);
        return { status: 200, body: await work(user, paramsOf(request)) };
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
    read('profile', at('me'), (user) => places.profileOf(user)),
    ofOwner('quota', 'GET', quotaEdge, publishScope, async (user) => containers.quotaOf(user)),
    ofOwner('create', 'POST', createEdge, publishScope, async (user, params) => ({
      id: await places.create(user, params),
    })),
    ofOwner('commit', 'POST', publishEdge, publishScope, async (user, params) => ({
      id: containers.publish(user, textOf(params, 'creation_id')),
    })),
    ofOwner('list', 'GET', listEdge, readScope, async (user) => ({
      data: listOf(places, containers, user),
    })),
    read('node', at('(?<id>\\d+)'), (user, id) => nodeOf(places, containers, user, id)),
  ];
}

const missing = (id: string) =>
  new GraphError(400, 100, 33, `Unsupported request. Object with ID '${id}' does not exist`);

function nodeOf(places: PostPlaces, containers: Containers, user: FakeUser, id: string): Body {
  const container = containers.find(id);
  if (container?.owner.id === user.id) {
    const status = places.statusOf(containers.statusOf(container), container.error);
    return { ...status, id };
  }
  const post = containers.posts.find((each) => each.id === id && each.ownerId === user.id);
  if (!post) throw missing(id);
  return { id, permalink: post.url, timestamp: new Date(post.at).toISOString() };
}

/** The owner's posts, without stories. */
function listOf(places: PostPlaces, containers: Containers, user: FakeUser) {
  return containers.posts
    .filter(({ ownerId, labels }) => ownerId === user.id && !labels.includes('story'))
    .map(({ id, url, text, at }) => ({
      id,
      permalink: url,
      timestamp: new Date(at).toISOString(),
      ...(text !== '' && { [places.listText]: text }),
    }));
}

/** The requested fields and the id. An unknown field is refused. */
function pick(record: Body, { query }: FakeRequest): Body {
  const fields = (query.get('fields') ?? 'id').split(',');
  const unknown = fields.find((field) => !(field in record));
  if (unknown !== undefined) {
    throw new GraphError(400, 100, null, `Tried accessing nonexisting field (${unknown})`);
  }
  const wanted = fields.map((field) => [field, record[field]]);
  return { ...Object.fromEntries(wanted), ...('id' in record && { id: record['id'] }) };
}
