// The job that every system in this folder runs: the steps that make one of our images, with an upstream that responds
// immediately. pg, minio and sharp are packages of the platform.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'minio';
import pg from 'pg';
import sharp from 'sharp';

const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, DATABASE_URL } = process.env;
const endpoint = new URL(S3_ENDPOINT);
const store = new Client({
  endPoint: endpoint.hostname,
  port: Number(endpoint.port),
  useSSL: false,
  accessKey: S3_ACCESS_KEY,
  secretKey: S3_SECRET_KEY,
});
export const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
pool.on('error', (error) => console.error(error.message));

export async function prepare() {
  await pool.query(`CREATE TABLE IF NOT EXISTS bench_job (
    id text PRIMARY KEY, state text NOT NULL, request jsonb NOT NULL, output text, ended_at timestamptz)`);
  await pool.query(`CREATE TABLE IF NOT EXISTS bench_entry (
    id bigserial PRIMARY KEY, job text NOT NULL, credits bigint NOT NULL)`);
}

/** Records the job. @returns the job's id */
export async function accept(tx) {
  const id = randomUUID();
  const request = JSON.stringify({ prompt: `picture ${id}`, aspect_ratio: '1:1' });
  await tx.query(`INSERT INTO bench_job (id, state, request) VALUES ($1, 'queued', $2)`, [
    id,
    request,
  ]);
  await tx.query('INSERT INTO bench_entry (job, credits) VALUES ($1, -2)', [id]);
  return id;
}

/** Runs `work` in one transaction. */
export async function inTransaction(work) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const done = await work(client);
    await client.query('COMMIT');
    return done;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

const drawn = sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

/** Renders, encodes and stores the image and its preview. @returns the image's key */
export async function draw(id) {
  const source = await drawn;
  const webp = { quality: 82, effort: 3 };
  const image = await sharp(source).autoOrient().webp(webp).toBuffer();
  const preview = await sharp(image).resize(400, 400, { fit: 'inside' }).webp(webp).toBuffer();
  const key = `bench/${id}.webp`;
  const type = { 'Content-Type': 'image/webp' };
  await Promise.all([
    store.putObject(S3_BUCKET, key, image, image.length, type),
    store.putObject(S3_BUCKET, `bench/${id}.small.webp`, preview, preview.length, type),
  ]);
  return key;
}

/** Ends the job once and settles its cost, in one transaction. */
export const settle = (id, key) =>
  inTransaction(async (tx) => {
    const { rowCount } = await tx.query(
      `UPDATE bench_job SET state = 'completed', output = $2, ended_at = now()
       WHERE id = $1 AND state = 'queued'`,
      [id, key],
    );
    if (rowCount === 1)
      await tx.query('INSERT INTO bench_entry (job, credits) VALUES ($1, 0)', [id]);
  });

/**
 * Serves the bench: for each message `{count, inFlight, pauseMs}` it runs that many jobs, each
 * after a pause, and reports the total time and each job's time from acceptance to end, in
 * milliseconds.
 * @param one runs one job to its end
 */
export function serve(one) {
  const answer = async ({ count, inFlight, pauseMs }) => {
    const times = [];
    let left = count;
    const began = performance.now();
    const runJobs = async () => {
      while (left > 0) {
        left -= 1;
        await pause(pauseMs);
        const at = performance.now();
        await one();
        times.push(performance.now() - at);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, runJobs));
    process.send({ milliseconds: performance.now() - began, times });
  };
  process.on('message', (asked) => void answer(asked));
  process.send('ready');
}

/** Waits for a job in a system that does not report when the job ends. `end` notifies the waiting caller. */
export class Waiting {
  #waiting = new Map();

  /** Resolves when `end` is called with the id, or immediately if it was called earlier. */
  for(id) {
    const known = this.#waiting.get(id);
    if (known) return known.promise;
    const made = Promise.withResolvers();
    this.#waiting.set(id, made);
    return made.promise;
  }

  end(id) {
    void this.for(id);
    this.#waiting.get(id).resolve();
  }
}
