import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Outcome } from '../upstream-fake.js';
import type { KieFile } from './files.js';
import { isRecord } from './rules.js';
import { findOrderProblems } from './schemas.js';
import { buildTaskRecord, REFUSALS, wrapReply, type Reply, type Task } from './tasks.js';
import { base64Upload, streamUpload } from './uploads.js';

const CLIP = new URL('../clip.mp4', import.meta.url);
const PICTURE: KieFile = {
  bytes: await sharp({ create: { width: 64, height: 64, channels: 3, background: '#7a9' } })
    .png()
    .toBuffer(),
  contentType: 'image/png',
};
/** The poll that returns the result. With the outcome `asset_late`, its URL does not work yet. */
const FIRST_RESULT = 4;

/** How a request ends without an answer. */
export type KieEnding = 'reset' | 'silent';

/** Kie's state: files, tasks and results. Records every violation of its protocol. */
export class KieBackend {
  readonly violations: string[] = [];
  readonly outcomes: Outcome[] = [];
  readonly inputs: unknown[] = [];
  readonly files = new Map<string, KieFile>();
  readonly results = new Map<string, KieFile>();
  readonly tasks = new Map<string, Task>();
  /** The server's URL, set when the server listens. */
  url = '';

  async upload(path: string, body: Buffer, contentType: string): Promise<Reply> {
    const upload = path.includes('base64')
      ? base64Upload(body)
      : await streamUpload(body, contentType);
    const downloadUrl = `${this.url}/files/${upload.path}`;
    if (this.files.has(downloadUrl)) this.violations.push(`${upload.path} was overwritten`);
    this.files.set(downloadUrl, upload.file);
    const json = { success: true, code: 200, msg: 'File uploaded successfully' };
    return { status: 200, json: { ...json, data: { filePath: upload.path, downloadUrl } } };
  }

  async order(api: Task['api'], body: Buffer): Promise<Reply | KieEnding> {
    const json: unknown = JSON.parse(body.toString('utf8'));
    const problems = await findOrderProblems(api, json, (url) => this.files.get(url));
    this.violations.push(...problems);
    if (problems.length > 0) return wrapReply(422, problems.join('; '));
    const outcome = this.outcomes.shift() ?? 'success';
    const refusal = REFUSALS[outcome];
    if (refusal) return refusal;
    const taskId = `task_${this.tasks.size + 1}`;
    const model = isRecord(json) ? String(json['model']) : '';
    this.tasks.set(taskId, { taskId, api, model, outcome, polls: 0 });
    this.inputs.push(isRecord(json) && api === 'jobs' ? json['input'] : json);
    if (outcome === 'gateway_error') return { status: 502, text: '<html>Bad Gateway</html>' };
    if (outcome === 'accepted_then_reset') return 'reset';
    if (outcome === 'accepted_then_silent') return 'silent';
    return wrapReply(200, 'success', { taskId });
  }

  pollTask(api: Task['api'], taskId: string | null): Reply {
    const task = this.tasks.get(taskId ?? '');
    if (task?.api !== api) return wrapReply(422, 'recordInfo is null');
    return buildTaskRecord(task, () => this.#address(task));
  }

  /** Creates a new address for a result; every poll gets another one. */
  #address({ taskId, model, outcome, polls }: Task): string {
    const isImage = model === 'nano-banana-2';
    const path = `/results/${taskId}-${polls}.${isImage ? 'png' : 'mp4'}`;
    if (outcome !== 'asset_late' || polls > FIRST_RESULT) {
      const clip = { bytes: readFileSync(CLIP), contentType: 'video/mp4' };
      this.results.set(path, isImage ? PICTURE : clip);
    }
    return `${this.url}${path}`;
  }
}
