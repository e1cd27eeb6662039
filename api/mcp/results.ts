import type { CallToolResult } from '@modelcontextprotocol/server';
import { presentError, type Refusal } from '../../domain/contract/refusal.js';
import type { Json } from './plain-schema.js';
import { describeResult } from './describe-result.js';

type Block = CallToolResult['content'][number];

/**
 * Protocol revision of a client: `modern` is 2026, `legacy` is 2025. Legacy clients may read only
 * text, and the `oldest` clients, before June 2025, do not support links.
 */
export type ProtocolEra = 'modern' | 'legacy' | 'oldest';

export interface Success {
  readonly body: Json;
  /** Idempotency key for repeating the call; null for a read-only call. */
  readonly key: string | null;
  readonly isReplay: boolean;
  /** Files that the call produced. */
  readonly media: readonly Block[];
}

/** Presents a success: the HTTP API's object as data, and a line of text. */
export function presentSuccess(
  { body, key, isReplay, media }: Success,
  era: ProtocolEra,
): CallToolResult {
  const known = media.filter(({ type }) => era !== 'oldest' || type !== 'resource_link');
  const note = isReplay
    ? ' This is the stored result of an earlier call with the same idempotency_key.'
    : '';
  return {
    content: [
      { type: 'text', text: `${describeResult(body)}${note}` },
      ...(era === 'modern' ? [] : [toTextBlock(body)]),
      ...known,
    ],
    structuredContent: { ...body },
    ...(key !== null && { _meta: { idempotency_key: key, idempotent_replayed: isReplay } }),
  };
}

/** Presents a refusal: the HTTP API's error body, and the key for repeating the call. */
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
  return { content: [toTextBlock(body)], structuredContent: body, isError: true };
}

const toTextBlock = (body: object): Block => ({ type: 'text', text: JSON.stringify(body) });
