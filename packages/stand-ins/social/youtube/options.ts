import type { FakeOptions } from '../fake.js';

export interface YouTubeFakeOptions extends FakeOptions {
  /**
   * Whether the project is audited; true by default. Videos of an unaudited project are locked
   * private.
   */
  readonly isAudited?: boolean;
  /** Names of users without a channel. */
  readonly withoutChannel?: readonly string[];
  /** Lifetime of an upload session in milliseconds, also after its last byte; a week by default. */
  readonly sessionMs?: number;
}
