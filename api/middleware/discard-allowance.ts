/** Bytes of unwanted bodies that one process reads and drops at once, */
const BURST_BYTES = 32_000_000;
/** and in each second after that. Beyond it connections are cut without a look at what is left. */
const BYTES_PER_SECOND = 8_000_000;

/**
 * How much of refused requests this process still reads, so that their senders get to read the
 * answer. It is enough for every honest client, and a crowd cannot make the process read on.
 */
export class DiscardAllowance {
  private left = BURST_BYTES;
  private countedAt = 0;
  private taken = 0;

  /** Bytes that were dropped since the start. */
  get dropped(): number {
    return this.taken;
  }

  /** @returns false when nothing more may be dropped now */
  take(bytes: number, nowMs = Date.now()): boolean {
    const refilled = ((nowMs - this.countedAt) / 1_000) * BYTES_PER_SECOND;
    this.left = Math.max(0, Math.min(BURST_BYTES, this.left + refilled) - bytes);
    this.countedAt = nowMs;
    this.taken += bytes;
    return this.left > 0;
  }
}
