import type { DataSource } from 'typeorm';
import type { RestingSources } from '../domain/ports/resting-sources.js';
import { rowsOf } from '../entities/rows.js';

/** A source that has begun to rest a moment ago is asked once more at most, which harms nobody. */
const KEPT_MS = 500;

/** The sources that rest, read at most twice a second: every request for a generation asks. */
export class SharedRestingSources implements RestingSources {
  private kept: Promise<ReadonlySet<string>> | null = null;
  private keptUntil = 0;

  constructor(
    private readonly db: Pick<DataSource, 'query'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  read(): Promise<ReadonlySet<string>> {
    if (this.kept && this.now() < this.keptUntil) return this.kept;
    const look = this.look();
    this.kept = look;
    this.keptUntil = this.now() + KEPT_MS;
    // What failed is asked again by the next request.
    look.catch(() => (this.keptUntil = 0));
    return look;
  }

  private async look(): Promise<ReadonlySet<string>> {
    const rows = await rowsOf<{ name: string }>(
      this.db,
      `SELECT provider || ' ' || upstream_model AS name FROM route_health WHERE rests_until > now()`,
    );
    return new Set(rows.map(({ name }) => name));
  }
}
