import type {
  PlatformFailure,
  PostItem,
  PublishJob,
} from '../../../domain/ports/social-platform.js';
import type { GraphCall, GraphRecord } from './call-graph.js';

/** How a container stands: not published yet, and what a later publishing may need. */
export type ContainerState =
  | { readonly state: 'working' | 'finished' | 'published' | 'expired' }
  | { readonly state: 'failed'; readonly failure: PlatformFailure };

/** How a platform of Meta makes posts. A container is invisible until it is published. */
export interface ContainerRules {
  /** Address of what belongs to the one who posts, such as `media`. */
  urlOf(remoteId: string, edge: string): string;
  nodeUrl(id: string): string;
  readonly createEdge: string;
  readonly publishEdge: string;
  readonly quotaEdge: string;
  /** The list of what is live, and its field for the text. */
  readonly listEdge: string;
  readonly listText: string;
  readonly statusFields: string;
  readStatus(answer: GraphRecord): ContainerState;
  /** The body of a request, as the platform documents it. */
  bodyOf(params: GraphRecord): Pick<GraphCall, 'json' | 'fields'>;
  /** Parameters of a post of one picture or clip. */
  single(job: PublishJob, item: PostItem): GraphRecord;
  /** Parameters of a part of a carousel. */
  child(job: PublishJob, item: PostItem, index: number): GraphRecord;
  carousel(job: PublishJob, children: readonly string[]): GraphRecord;
}
