/** A message of a stream of server-sent events. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
  /** Null if the message has no id. */
  readonly id: string | null;
}

/** Maximum size of a message, to limit memory. Messages of the service are smaller. */
const MESSAGE_CHARACTERS_MAX = 10_000_000;

/**
 * Parses server-sent events.
 * @param idleMs maximum silence of the stream; the service sends comments more often
 * @param signal closes the connection, which ends the iteration
 * @throws {Error} if the stream breaks, is silent for too long, or has a message that is too long
 */
export async function* readServerEvents(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const close = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', close);
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await limit(reader.read(), idleMs);
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const messages = rest.split(/\r\n\r\n|\n\n|\r\r/);
      rest = messages.pop() ?? '';
      if (rest.length > MESSAGE_CHARACTERS_MAX) throw new Error('A message is too long.');
      yield* messages.flatMap((message) => parseMessage(message) ?? []);
    }
  } finally {
    // Close the connection, also when the consumer leaves the loop.
    signal.removeEventListener('abort', close);
    close();
  }
}

function parseMessage(text: string): ServerEvent | null {
  const fields: Record<string, string> = {};
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, name, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (!name) continue;
    fields[name] = name === 'data' && 'data' in fields ? `${fields['data']}\n${value}` : value;
  }
  const { event = 'message', data, id } = fields;
  return data === undefined ? null : { event, data, id: id || null };
}

async function limit<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The stream was silent for ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
