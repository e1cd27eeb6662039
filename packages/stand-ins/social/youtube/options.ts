import type { FakeOptions } from '../fake.js';

export interface YouTubeFakeOptions extends FakeOptions {
  /** Videos of an unaudited project are locked private. Default: true */
  readonly isAudited?: boolean;
  /** Users without a channel. */
  readonly withoutChannel?: readonly string[];
  /** Lifetime of an upload session, also after its last byte, milliseconds. Default: a week */
  readonly sessionMs?: number;
}
