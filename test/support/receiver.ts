import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { until } from './until.js';
import { closeServer, listenLocally } from './loopback.js';

/** Delivery that the receiver has received. */
export interface Receipt {
  readonly path: string;
  /** Headers with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the headers as received, in order. */
  readonly names: readonly string[];
  readonly body: string;
  readonly event: { id: string; type: string; created_at: number; data: Record<string, unknown> };
  /** Unix milliseconds. */
  readonly at: number;
}

/** Reaction to a delivery; by default a response with 200. */
export type Reaction = (receipt: Receipt, response: ServerResponse) => void;

const accept: Reaction = (_, response) => void response.end('thanks');

/** Webhook receiver on this machine. One server has several endpoints, each with its own path. */
export class Receiver {
  readonly receipts: Receipt[] = [];
  /** Origin that the egress guard of the API must allow. */
  origin = '';
  private readonly reactions = new Map<string, Reaction>();
  private readonly server = createServer((request, response) => void this.take(request, response));

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.origin = await listenLocally(receiver.server);
    return receiver;
  }

  /**
   * Sets the reaction of a path.
   * @returns the URL of the endpoint
   */
  at(path: string, reaction: Reaction = accept): string {
    this.reactions.set(path, reaction);
    return this.origin + path;
  }

  /** Returns the deliveries that a path has received, oldest first. */
  of(path: string): Receipt[] {
    return this.receipts.filter((receipt) => receipt.path === path);
  }

  /** Waits until a path has received this many deliveries. */
  async received(path: string, count: number, deadlineMs = 120_000): Promise<Receipt[]> {
    return until(
      `${count} deliveries have arrived at ${path}`,
      async () => (this.of(path).length >= count ? this.of(path) : null),
      deadlineMs,
    );
  }

  async stop(): Promise<void> {
    await closeServer(this.server);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    request.setEncoding('utf8');
    for await (const part of request) body += String(part);
    const receipt: Receipt = {
      path: request.url ?? '',
      headers: Object.fromEntries(
        Object.entries(request.headersDistinct).map(([name, values]) => [
          name,
          values?.join(', ') ?? '',
        ]),
      ),
      names: request.rawHeaders.filter((_, index) => index % 2 === 0),
      body,
      event: JSON.parse(body) as Receipt['event'],
      at: Date.now(),
    };
    this.receipts.push(receipt);
    (this.reactions.get(receipt.path) ?? accept)(receipt, response);
  }
}

/** Creates a reaction that responds with a status. */
export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Reaction =>
  (_, response) =>
    void response.writeHead(code, headers).end(body);

/** Never responds. */
export const silence: Reaction = () => undefined;

/** Creates a reaction that responds with 200 after this many milliseconds. */
export const slow =
  (ms: number): Reaction =>
  (_, response) => {
    const timer = setTimeout(() => response.end('thanks'), ms);
    response.on('close', () => clearTimeout(timer));
  };
