import type {
  PlatformFailure,
  PostItem,
  PublishJob,
} from '../../../domain/ports/social-platform.js';
import type { GraphCall, GraphRecord } from './call-graph.js';

/** The state of a container: not yet published, or with the information for publishing it later. */
export type ContainerState =
  | { readonly state: 'working' | 'finished' | 'published' | 'expired' }
  | { readonly state: 'failed'; readonly failure: PlatformFailure };

/** Defines how a Meta platform creates posts. A container is invisible until it is published. */
export interface ContainerRules {
  /** URL of a resource of the posting account, such as `media`. */
  buildEdgeUrl(remoteId: string, edge: string): string;
  buildNodeUrl(id: string): string;
  readonly createEdge: string;
  readonly publishEdge: string;
  readonly quotaEdge: string;
  /** The list of live posts, and its field for the text. */
  readonly listEdge: string;
  readonly listText: string;
  readonly statusFields: string;
  readStatus(answer: GraphRecord): ContainerState;
  /** The body of a request, as documented by the platform. */
  encodeParams(params: GraphRecord): Pick<GraphCall, 'json' | 'fields'>;
  /** Parameters of a post with one image or clip. */
  single(job: PublishJob, item: PostItem): GraphRecord;
  /** Parameters of a carousel item. */
  child(job: PublishJob, item: PostItem, index: number): GraphRecord;
  carousel(job: PublishJob, children: readonly string[]): GraphRecord;
}
