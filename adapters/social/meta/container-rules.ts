import type {
  PlatformFailure,
  PostItem,
  PublishJob,
} from '../../../domain/ports/social-platform.js';
import type { GraphCall, GraphRecord } from './call-graph.js';

/** A container's state: not yet published, or with the information for publishing it later. */
export type ContainerState =
  | { readonly state: 'working' | 'finished' | 'published' | 'expired' }
  | { readonly state: 'failed'; readonly failure: PlatformFailure };

/** Defines how a Meta platform creates posts. A container is invisible until it is published. */
export interface ContainerRules {
  /** Builds the URL of one of the posting account's resources, such as `media`. */
  buildEdgeUrl(remoteId: string, edge: string): string;
  buildNodeUrl(id: string): string;
  readonly createEdge: string;
  readonly publishEdge: string;
  readonly quotaEdge: string;
  /** The resource that lists live posts, and its field for the text. */
  readonly listEdge: string;
  readonly listText: string;
  readonly statusFields: string;
  readStatus(answer: GraphRecord): ContainerState;
  /** Encodes a request's body, as the platform documents it. */
  encodeParams(params: GraphRecord): Pick<GraphCall, 'json' | 'fields'>;
  /** Builds the parameters of a post with one image or clip. */
  single(job: PublishJob, item: PostItem): GraphRecord;
  /** Builds the parameters of a carousel item. */
  child(job: PublishJob, item: PostItem, index: number): GraphRecord;
  carousel(job: PublishJob, children: readonly string[]): GraphRecord;
}
