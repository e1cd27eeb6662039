import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { until } from './until.js';
import { closeServer, listenLocally } from './loopback.js';

/** Span that the collector received. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** Not set in the root span of a trace. */
  readonly parentSpanId?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Code 2 means failure. */
  readonly status: { readonly code?: number; readonly message?: string };
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'service' | 'attributes'> & {
        readonly attributes: readonly Attribute[];
      })[];
    }[];
  }[];
}

const factsOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Collector on loopback that receives traces as OTLP over HTTP, in JSON. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** All bodies as received, so that a test can search them for secrets. */
  readonly texts: string[] = [];
  /** Paths and content types of requests that are not traces in JSON. */
  readonly strange: string[] = [];
  url = '';
  private readonly server = createServer((request, response) => {
    void this.take(request).finally(() => response.end('{}'));
  });

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    receiver.url = await listenLocally(receiver.server);
    return receiver;
  }

  /**
   * Waits until a trace contains spans with all these names.
   * @returns all spans of the trace
   */
  async trace(traceId: string, names: readonly string[]): Promise<readonly ReceivedSpan[]> {
    const found = () => this.spans.filter((span) => span.traceId === traceId);
    return until(
      `the trace contains the spans ${names.join(', ')}`,
      async () => {
        const spans = found();
        return names.every((name) => spans.some((span) => span.name === name)) ? spans : null;
      },
      60_000,
    );
  }

  stop(): Promise<void> {
    return closeServer(this.server);
  }

  private async take(request: IncomingMessage): Promise<void> {
    const type = request.headers['content-type'];
    if (request.url !== '/v1/traces' || type !== 'application/json') {
      this.strange.push(`${request.url} ${type}`);
      return;
    }
    const batch = (await json(request)) as Batch;
    this.texts.push(JSON.stringify(batch));
    for (const { resource, scopeSpans } of batch.resourceSpans) {
      const service = String(factsOf(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({ ...span, service, attributes: factsOf(span.attributes) });
      }
    }
  }
}
