import type { Pass } from '../../ports/checkpoint.js';
import type { StartDeps } from '../../durable/start-workflow.js';
import type { TokenDeps } from '../accounts/with-token.js';
import type { MakeDeps } from './make-rendition.js';

/** Dependencies of the steps that publish a post. */
export interface PublishDeps extends StartDeps, TokenDeps, MakeDeps {
  readonly mediaUrl: (key: string) => string;
  readonly pass: Pass;
}
