import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Outcome, UpstreamFake } from '../upstream-fake.js';
import { serveReplies, type ConnectionEnding, type Reply, type SeenRequest } from '../loopback.js';
import { CRASH, PromptQueue, type Exception, type Prompt } from './queue.js';
import { validate } from './validate.js';

const CLIP = readFileSync(new URL('../clip.mp4', import.meta.url));
const create = { width: 64, height: 64, channels: 3, background: '#7a9' } as const;
const PICTURE = await sharp({ create }).png().toBuffer();
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

export interface ComfyUiFake extends UpstreamFake {
  /**
   * Makes the fake act as a server from before September 2025, which chooses the prompt ids itself.
   */
  downgrade(): void;
  /** Answers the next request to a path with a given reply. */
  answer(path: string, reply: Reply | ConnectionEnding): void;
  /** Returns the file names in the input folder, oldest first. */
  files(): readonly string[];
  /** Adds another client's prompts, which wait before ours. */
  occupy(prompts: number): void;
  /** Makes the next job fail with this exception from its sampler. */
  failWith(exception: Exception): void;
  /** Returns all requests so far as `METHOD path`. */
  requests(): readonly string[];
  interrupts(): number;
  /** Advances the queue, like a poll of another client. */
  step(): void;
}

/** Starts a ComfyUI server on loopback. */
export async function startComfyUiFake(): Promise<ComfyUiFake> {
  const comfy = new ComfyUi();
  const server = await serveReplies((seen) => comfy.reply(seen));
  const listOwnPrompts = () => comfy.queue.prompts.filter(({ client }) => client !== 'somebody');
  return {
    url: server.url,
    next: (...outcomes) => comfy.outcomes.push(...outcomes),
    downgrade: () => (comfy.isOld = true),
    answer: (path, reply) => comfy.byHand.push({ path, reply }),
    accepted: () => listOwnPrompts().length,
    inputs: () => listOwnPrompts().map(({ graph }) => graph),
    files: () => [...comfy.files.keys()],
    occupy: (prompts) => {
      const theirs = { graph: {}, outputs: [], outcome: 'success' } as const;
      for (let at = 0; at < prompts; at += 1) comfy.accept(randomUUID(), 'somebody', theirs);
    },
    failWith: (exception) => {
      comfy.queue.exception = exception;
      comfy.outcomes.push('job_fails');
    },
    requests: () => comfy.requests,
    interrupts: () => comfy.queue.interrupts,
    step: () => void comfy.queue.pollQueue(),
    cancelled: () => comfy.queue.cancelled,
    violations: () => comfy.violations,
    stop: () => server.stop(),
  };
}

class ComfyUi {
  isOld = false;
  readonly queue = new PromptQueue();
  readonly outcomes: Outcome[] = [];
  readonly byHand: { path: string; reply: Reply | ConnectionEnding }[] = [];
  readonly files = new Map<string, { isPicture: boolean }>();
  readonly requests: string[] = [];
  readonly violations: string[] = [];

  async reply(seen: SeenRequest): Promise<Reply | ConnectionEnding> {
    const { method, path, headers, query, body } = seen;
    this.requests.push(`${method} ${path}`);
    // Browsers send `Origin`, and the server refuses the origin of other pages.
    if (headers.origin !== undefined) this.violations.push('Origin sent');
    const at = this.byHand.findIndex((each) => each.path === path);
    if (at >= 0) return this.byHand.splice(at, 1)[0]?.reply ?? CRASH;
    const call = `${method} ${path.replace(/^\/history\/.+/, '/history/:id')}`;
    const json = () => JSON.parse(body.toString()) as Record<string, unknown>;
    if (call === 'POST /upload/image') return this.#upload(seen);
    if (call === 'POST /prompt') return this.#prompt(json());
    if (call === 'GET /queue') return this.queue.pollQueue();
    if (call === 'GET /history/:id') {
      return { status: 200, json: this.queue.readHistory(path.slice('/history/'.length)) };
    }
    if (call === 'GET /history' && Number(query.get('max_items')) > 0) {
      return { status: 200, json: this.queue.readHistory() };
    }
    if (call === 'POST /queue') {
      this.queue.delete(json()['delete'] as unknown[]);
      return { status: 200, text: '' };
    }
    if (call === 'POST /interrupt') {
      this.queue.interrupt(this.isOld ? undefined : json()['prompt_id']);
      return { status: 200, text: '' };
    }
    if (call === 'GET /view') return this.#view(query);
    this.violations.push(`${call} does not exist`);
    return { status: 404, text: '404: Not Found' };
  }

  async #upload({ headers, body }: SeenRequest): Promise<Reply> {
    const request = new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    });
    const { image, subfolder, type, overwrite, ...rest } = Object.fromEntries(
      await request.formData(),
    );
    const isKnown = Object.keys(rest).length === 0 && type === 'input';
    if (!(image instanceof File) || typeof subfolder !== 'string' || !isKnown) {
      this.violations.push('upload: image, type, subfolder, overwrite');
      return { status: 400, text: '' };
    }
    const bytes = Buffer.from(await image.arrayBuffer());
    const isPicture = await sharp(bytes, { failOn: 'warning' })
      .stats()
      .then(() => true)
      .catch(() => false);
    if (isPicture !== image.type.startsWith('image/')) this.violations.push(`no ${image.type}`);
    const name = `${subfolder}/${image.name}`;
    if (this.files.has(name) && overwrite !== 'true') this.violations.push('a copy of a file');
    this.files.set(name, { isPicture });
    return { status: 200, json: { name: image.name, subfolder, type } };
  }

  #prompt(body: Record<string, unknown>): Reply | ConnectionEnding {
    const { prompt, prompt_id: id, client_id: client, ...rest } = body;
    if (Object.keys(rest).length > 0) this.violations.push(`unknown: ${Object.keys(rest).join()}`);
    if (typeof client !== 'string') this.violations.push('no client_id');
    if (!this.isOld && (typeof id !== 'string' || !UUID.test(id))) {
      const error = { type: 'invalid_prompt_id', message: 'prompt_id must be a valid UUID' };
      return { status: 400, json: { error, node_errors: {} } };
    }
    const outcome = this.outcomes.shift() ?? 'success';
    if (outcome === 'server_error') return CRASH;
    const graph = outcome === 'bad_request' ? { '1': { class_type: 'GoneNode' } } : prompt;
    const checked = validate(graph, this.files);
    if ('error' in checked) return { status: 400, json: checked };
    const name = this.isOld ? randomUUID() : String(id);
    const { outputs, node_errors } = checked;
    const ours = { graph: prompt as Prompt['graph'], outputs, outcome };
    const accepted = this.accept(name, String(client), ours);
    if (outcome === 'gateway_error') return { status: 502, text: '<h1>Bad gateway</h1>' };
    if (outcome === 'accepted_then_reset') return 'reset';
    if (outcome === 'accepted_then_silent') return 'silent';
    const json = { prompt_id: accepted.id, number: accepted.number, node_errors };
    return { status: 200, json };
  }

  accept(
    id: string,
    client: string,
    wanted: Pick<Prompt, 'graph' | 'outputs' | 'outcome'>,
  ): Prompt {
    if (this.queue.prompts.some((each) => each.id === id)) this.violations.push('a repeated id');
    const number = this.queue.prompts.length;
    const state = 'pending' as const;
    const prompt: Prompt = { ...wanted, id, number, client, state, isStopped: false, polls: 0 };
    this.queue.prompts.push(prompt);
    return prompt;
  }

  #view(query: URLSearchParams): Reply {
    const name = query.get('filename') ?? '';
    const [id] = name.split('_');
    const prompt = this.queue.prompts.find((each) => each.id === id);
    const wanted =
      name.includes('_00001_.') && ['output', 'temp'].includes(query.get('type') ?? '');
    if (!prompt || !wanted) return { status: 404, text: '' };
    const isClip = name.endsWith('.mp4');
    const headers = { 'content-type': isClip ? 'video/mp4' : 'image/png' };
    return { status: 200, headers, bytes: isClip ? CLIP : PICTURE };
  }
}
