import type { FakeOptions } from '../fake.js';

export interface YouTubeFakeOptions extends FakeOptions {
  /** Videos of a project that is not audited are locked private. Default: true */
  readonly isAudited?: boolean;
  /** Users without a channel. */
  readonly withoutChannel?: readonly string[];
  /** How long an upload session is known, also after its last byte, milliseconds. Default: a week */
  readonly sessionMs?: number;
}
