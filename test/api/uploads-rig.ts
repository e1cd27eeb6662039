import { expect } from 'chai';
import { createFetchFile } from '../../adapters/egress/fetch-file.js';
import type { CreatedUploadBody, UploadBody } from '../../domain/contract/upload.js';
import type { UploadBoxBody } from '../../domain/contract/upload-box.js';
import type { Deps } from '../../runtime/deps.js';
import { dataUrl } from '../support/data-url.js';
import type { Answer, CallOptions } from '../support/client.js';
import type { WorkerOptions } from '../support/workers.js';
import { GOOD, guard } from '../egress/rig.js';
import { closeServers } from '../support/loopback.js';
import { http, serve, type Site } from '../egress/servers.js';
import { ApiSuite, registerSuite, type Customer } from './suite.js';

/** A signed upload, with everything that a caller needs to PUT its file. */
export type SignedUpload = CreatedUploadBody & { upload_url: string };

/** Files and bytes counted today. */
export interface Counted {
  readonly files: number;
  readonly bytes: number;
}

/** The API with its upload routes, and helpers for tests of uploads. */
export class UploadSuite extends ApiSuite {
  site!: Site;

  create(
    { client }: Customer,
    body: unknown,
    options: CallOptions = {},
  ): Promise<Answer<CreatedUploadBody>> {
    return client.call('POST', '/v1/uploads', { body, ...options });
  }

  read({ client }: Customer, id: string): Promise<Answer<UploadBody>> {
    return client.get(`/v1/uploads/${id}`);
  }

  /** Opens a new upload box. */
  async box({ client }: Customer, body: object = {}): Promise<UploadBoxBody> {
    const answer = await client.call<UploadBoxBody>('POST', '/v1/upload-boxes', { body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body;
  }

  async signed(customer: Customer, body: object = {}): Promise<SignedUpload> {
    const answer = await this.create(customer, { content_type: 'image/png', ...body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body as SignedUpload;
  }

  /** Uploads inline bytes. The upload is ready when the promise resolves. */
  async inline(customer: Customer, bytes: Buffer, type = 'image/png'): Promise<UploadBody> {
    const answer = await this.create(customer, { data: dataUrl(bytes, type) });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body;
  }

  /** Lists the ids of the customer's uploads, without the records of failed imports. */
  async kept({ accountId }: Customer): Promise<string[]> {
    const rows: { id: string }[] = await this.db.query(
      "SELECT id FROM upload WHERE account_id = $1 AND status <> 'staging'",
      [accountId],
    );
    return rows.map(({ id }) => id);
  }

  /** PUTs the file to the given URL. @returns the status of the store */
  async put(upload: SignedUpload, bytes: Buffer, type = upload.content_type): Promise<number> {
    const headers = { 'Content-Type': type };
    const body = new Uint8Array(bytes);
    const answer = await fetch(upload.upload_url, { method: 'PUT', headers, body });
    await answer.arrayBuffer();
    return answer.status;
  }

  /** Finds the key under which the file of a signed upload is staged until its check. */
  async stagingKey(id: string): Promise<string> {
    const [row]: { key: string }[] = await this.db.query(
      'SELECT staging_key AS key FROM upload WHERE id = $1',
      [id],
    );
    return row?.key ?? '';
  }

  /** Fetches the public URL of a file. */
  served(url: string): Promise<Response> {
    return fetch(this.api.url + new URL(url).pathname);
  }

  async servedBytes(url: string): Promise<Buffer> {
    return Buffer.from(await (await this.served(url)).arrayBuffer());
  }

  async counted({ accountId }: Customer): Promise<Counted> {
    const [row]: Counted[] = await this.db.query(
      `SELECT coalesce(sum(files), 0)::int AS files, coalesce(sum(bytes), 0)::float8 AS bytes
       FROM daily_usage WHERE account_id = $1`,
      [accountId],
    );
    return row ?? { files: 0, bytes: 0 };
  }

  /** Lists stored keys with a prefix. */
  async keys(prefix: string): Promise<string[]> {
    return (await this.api.deps.store.list(prefix, '', 1_000)).map(({ key }) => key);
  }

  /** Serves these bytes from the site. @returns their public https URL */
  publish(bytes: Buffer, path = '/photo.png'): string {
    this.site.answer = (socket) => {
      socket.write(http(200, [`Content-Length: ${bytes.length}`]));
      socket.end(bytes);
    };
    return `https://${GOOD}${path}`;
  }

  override async cleanUp(): Promise<void> {
    await this.endWaiting();
    await super.cleanUp();
  }

  /** Ends workflow runs that wait for a file. Otherwise the workers of the next test file would run them. */
  private async endWaiting(): Promise<void> {
    const rows: { id: string }[] = await this.db.query(
      "SELECT id FROM upload WHERE status = 'pending'",
    );
    await this.endRuns(rows.map(({ id }) => id));
  }
}

/** Lists the paths of the issues of a response. */
export function pathsOf(answer: Answer<unknown>): string[] {
  const { error } = answer.body as { error: { details?: { issues?: { path: string }[] } } };
  return (error.details?.issues ?? []).map(({ path }) => path);
}

/** Reads the code and message of a refusal. */
export function errorOf(answer: Answer<unknown>): { code: string; message: string } {
  return (answer.body as { error: { code: string; message: string } }).error;
}

/** Registers the hooks of a describe block. Imports reach only the TLS site of the suite. */
export function uploadSuite(
  options: {
    workers?: WorkerOptions | null;
    change?: (deps: Deps) => Deps;
    env?: () => Record<string, string>;
  } = {},
): UploadSuite {
  const { workers = {}, change = (deps: Deps) => deps, env = () => ({}) } = options;
  const suite = new UploadSuite();
  const limits = { headersMs: 5_000, idleMs: 5_000 };
  return registerSuite(suite, {
    workers,
    async env() {
      suite.site = await serve((socket) => socket.end(http(404)));
      return env();
    },
    change: (deps) => change({ ...deps, fetchFile: createFetchFile(guard(suite.site, limits)) }),
    end: async () => closeServers(),
  });
}
