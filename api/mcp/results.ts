import type { CallToolResult } from '@modelcontextprotocol/server';
import { presentError, type Refusal } from '../../domain/contract/refusal.js';
import type { Json } from './plain-schema.js';
import { say } from './say.js';

type Block = CallToolResult['content'][number];

/**
 * What a client reads: `modern` is the revision of 2026, `legacy` those of 2025. Clients of those may
 * read nothing but text, and the `oldest`, before June, know no links.
 */
export type Era = 'modern' | 'legacy' | 'oldest';

export interface Success {
  readonly body: Json;
  /** Behind which the call can be repeated; null for one that changes nothing. */
  readonly key: string | null;
  readonly isReplay: boolean;
  /** Files that it has made. */
  readonly media: readonly Block[];
}

/** A success: the object of the HTTP API as data, and a line of text. */
export function presentSuccess({ body, key, isReplay, media }: Success, era: Era): CallToolResult {
  const known = media.filter(({ type }) => era !== 'oldest' || type !== 'resource_link');
  const note = isReplay ? ' This was answered before, under the same idempotency_key.' : '';
  return {
    content: [
      { type: 'text', text: `${say(body)}${note}` },
      ...(era === 'modern' ? [] : [asText(body)]),
      ...known,
    ],
    structuredContent: { ...body },
    ...(key !== null && { _meta: { idempotency_key: key, idempotent_replayed: isReplay } }),
  };
}

/** A refusal: the error body of the HTTP API, and what is needed to repeat the call. */
export function presentRefusal(
  refusal: Refusal,
  key: string | null,
  { requestId, publicUrl }: { readonly requestId: string; readonly publicUrl: string },
): CallToolResult {
  const { error } = presentError(refusal, requestId, publicUrl);
  const after = refusal.headers['Retry-After'];
  const body = {
    error: { ...error, ...(after !== undefined && { retry_after: Number(after) }) },
    ...(key !== null && { idempotency_key: key }),
  };
  return { content: [asText(body)], structuredContent: body, isError: true };
}

const asText = (body: object): Block => ({ type: 'text', text: JSON.stringify(body) });
