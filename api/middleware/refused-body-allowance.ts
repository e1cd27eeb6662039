/** Burst of refused body bytes that one process reads and discards. */
const BURST_BYTES = 32_000_000;
/**
 * Discarded bytes per second after the burst. Beyond this rate, connections are closed without
 * reading.
 */
const BYTES_PER_SECOND = 8_000_000;

/**
 * Limits how many bytes of refused requests this process reads so that their clients can read the
 * response. The limit is enough for honest clients, and attackers cannot make the process read
 * forever.
 */
export class DiscardAllowance {
  private left = BURST_BYTES;
  private countedAt = 0;
  private taken = 0;

  /** Bytes discarded since the process started. */
  get dropped(): number {
    return this.taken;
  }

  /** Takes bytes from the allowance. @returns false if it is used up */
  take(bytes: number, nowMs = Date.now()): boolean {
    const refilled = ((nowMs - this.countedAt) / 1_000) * BYTES_PER_SECOND;
    this.left = Math.max(0, Math.min(BURST_BYTES, this.left + refilled) - bytes);
    this.countedAt = nowMs;
    this.taken += bytes;
    return this.left > 0;
  }
}
