import type { DataSource } from 'typeorm';
import { recordRefused, type RefusedRecord } from '../../domain/durable/request-records.js';
import type { Log } from '../../domain/ports/log.js';

/** Interval between batches of refused requests. */
const FLUSH_MS = 1_000;
/** Average records per second and process, which is also the burst size. */
const PER_SECOND = 5;
const BURST = 300;

/**
 * Records refused requests for operators. Recording costs at most one statement per second. A
 * caller with constant refusals cannot fill the table, because requests beyond the budget are only
 * logged.
 */
export class RefusalRecorder {
  private waiting: RefusedRecord[] = [];
  private timer: NodeJS.Timeout | null = null;
  private budget = BURST;
  private budgetAt = Date.now();

  constructor(
    private readonly db: DataSource,
    private readonly log: Log,
  ) {}

  note(record: RefusedRecord, now = Date.now()): void {
    const earned = ((now - this.budgetAt) / 1_000) * PER_SECOND;
    this.budget = Math.min(BURST, this.budget + Math.max(0, earned));
    this.budgetAt = now;
    if (this.budget < 1) return;
    this.budget -= 1;
    this.waiting.push(record);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes the pending records. On failure they are dropped, because the log has them. */
  async flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const records = this.waiting;
    this.waiting = [];
    if (records.length === 0 || !this.db.isInitialized) return;
    await recordRefused(this.db, records).catch((error: unknown) =>
      this.log.warn({ err: error, count: records.length }, 'refused requests were not recorded'),
    );
  }
}
