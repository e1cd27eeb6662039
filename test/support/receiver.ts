import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { until } from './until.js';
import { closeServer, listenLocally } from './loopback.js';

/** A received delivery. */
export interface Receipt {
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names as received, in order. */
  readonly names: readonly string[];
  readonly body: string;
  readonly event: { id: string; type: string; created_at: number; data: Record<string, unknown> };
  /** Unix milliseconds. */
  readonly at: number;
}

/** The receiver's reaction to a delivery; 200 by default. */
export type Reaction = (receipt: Receipt, response: ServerResponse) => void;

const accept: Reaction = (_, response) => void response.end('thanks');

/** A plain webhook receiver on this machine; one server has an endpoint per path. */
export class Receiver {
  readonly receipts: Receipt[] = [];
  /** The address that the API must exempt from its guard. */
  origin = '';
  private readonly reactions = new Map<string, Reaction>();
  private readonly server = createServer((request, response) => void this.take(request, response));

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.origin = await listenLocally(receiver.server);
    return receiver;
  }

  /** Returns the URL of an endpoint of this receiver, which has this reaction from now on. */
  at(path: string, reaction: Reaction = accept): string {
    this.reactions.set(path, reaction);
    return this.origin + path;
  }

  /** Deliveries received at a path, oldest first. */
  of(path: string): Receipt[] {
    return this.receipts.filter((receipt) => receipt.path === path);
  }

  /** Waits for this many deliveries at a path. */
  async received(path: string, count: number, deadlineMs = 60_000): Promise<Receipt[]> {
    return until(
      `${count} deliveries at ${path}`,
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
