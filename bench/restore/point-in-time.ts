import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Part } from '../../test/support/faults.js';
import { until } from '../../test/support/until.js';

/** The error that `cp` reports when the running server removes the file. A backup may ignore it. */
const VANISHED = /No such file or directory$/;
const ARCHIVED_MS = 60_000;
const PROMOTED_MS = 120_000;

/** Opens a superuser session. If the server stops, the session ends, but this process continues. */
async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Backup and point-in-time recovery of a PostgreSQL server, as the PostgreSQL manual describes them: a WAL archive, a
 * copy of the files in backup mode, and recovery to a point in time on a new timeline.
 */
export class PointInTime {
  private constructor(
    private readonly server: Part,
    private readonly url: string,
    /** The data directory. */
    private readonly cluster: string,
  ) {}

  private get archive(): string {
    return join(dirname(this.cluster), 'archive');
  }
  private get backup(): string {
    return join(dirname(this.cluster), 'backup');
  }

  /** Starts WAL archiving, which requires a restart of the server. */
  static async start(server: Part, url: string): Promise<PointInTime> {
    const client = await open(url);
    const found = await client.query<{ data_directory: string }>('SHOW data_directory');
    const self = new PointInTime(server, url, found.rows[0]?.data_directory ?? '');
    const { uid, gid } = statSync(self.cluster);
    mkdirSync(self.archive, { mode: 0o700 });
    chownSync(self.archive, uid, gid);
    await client.query(`ALTER SYSTEM SET archive_mode = 'on'`);
    await client.query(`ALTER SYSTEM SET archive_command = 'cp %p ${self.archive}/%f'`);
    await client.end();
    await server.stop();
    await server.start();
    return self;
  }

  /** Copies the running server's files. */
  async takeBackup(): Promise<void> {
    const client = await open(this.url);
    await client.query(`SELECT pg_backup_start('rehearsal', true)`);
    await this.copyFiles();
    const stopped = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop()',
    );
    await client.end();
    const log = join(this.backup, 'pg_wal');
    for (const name of readdirSync(log)) rmSync(join(log, name), { recursive: true });
    rmSync(join(this.backup, 'postmaster.pid'), { force: true });
    this.write('backup_label', stopped.rows[0]?.labelfile ?? '');
  }

  private async copyFiles(): Promise<void> {
    try {
      await promisify(execFile)('cp', ['-a', this.cluster, this.backup]);
    } catch (error) {
      const { stderr } = error as { stderr?: string };
      const lines = (stderr ?? '').trim().split('\n');
      if (!lines.every((line) => VANISHED.test(line))) throw error;
    }
  }

  /** Writes a backup file, owned by the server's user. */
  private write(name: string, text: string): void {
    const file = join(this.backup, name);
    writeFileSync(file, text, { mode: 0o600 });
    const { uid, gid } = statSync(this.backup);
    chownSync(file, uid, gid);
  }

  /** Returns the server's current time, for `restore`. */
  async now(): Promise<string> {
    const client = await open(this.url);
    const found = await client.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
    await client.end();
    return found.rows[0]?.now ?? '';
  }

  /** Waits until the archive contains everything that was written before the call. */
  async archiveAll(): Promise<void> {
    const client = await open(this.url);
    const switched = await client.query<{ name: string }>(
      'SELECT pg_walfile_name(pg_switch_wal()) AS name',
    );
    const name = switched.rows[0]?.name ?? '';
    await until(
      `${name} is archived`,
      async () => readdirSync(this.archive).includes(name),
      ARCHIVED_MS,
    );
    await client.end();
  }

  /**
   * Kills the server and recovers the backup to a point in time, on a new timeline.
   * @param moment a time returned by `now` before the last `archiveAll`
   */
  async restore(moment: string): Promise<void> {
    await this.server.kill();
    renameSync(this.cluster, `${this.cluster}.lost`);
    const settings = {
      restore_command: `cp ${this.archive}/%f %p`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    appendFileSync(join(this.backup, 'postgresql.auto.conf'), lines.join(''));
    this.write('recovery.signal', '');
    renameSync(this.backup, this.cluster);
    await this.server.start();
    const client = await open(this.url);
    await until(
      'the recovery has ended',
      async () => {
        const found = await client.query<{ over: boolean }>(
          'SELECT NOT pg_is_in_recovery() AS over',
        );
        return found.rows[0]?.over === true;
      },
      PROMOTED_MS,
    );
    await client.end();
  }
}
