import type { Context } from 'koa';
import type { TSchema } from 'typebox';
import { refuseInvalid, Refusal } from '../../domain/contract/refusal.js';
import type { Edge } from '../edge.js';
import type { Reservation } from '../middleware/body-budget.js';
import { MEDIA_BODY_BYTES_MAX, readBody } from '../middleware/read-body.js';
import type { OpenAiEndpoint } from './endpoint.js';
import { identifyForm, readForm, type Form, type ReceivedFile } from './read-form.js';

/** A body as received. Nothing in it is validated yet. */
export interface ReceivedBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly ReceivedFile[];
  /** The data that identifies the body: bodies with equal data are the same. */
  readonly identity: unknown;
}

export const NO_BODY: ReceivedBody = { fields: {}, files: [], identity: null };

/**
 * Reads a request body in one of the formats that the endpoint accepts.
 * @throws {Refusal} VALIDATION_ERROR with status 400, 413 or 415; RATE_LIMITED or UNAVAILABLE if
 * there is no memory for the body
 */
export async function readRequest(
  ctx: Context,
  { body: schema, forms = [] }: Pick<OpenAiEndpoint, 'body' | 'forms'>,
  { bodyDeadlineMs }: Pick<Edge, 'bodyDeadlineMs'>,
  memory: Reservation,
): Promise<ReceivedBody> {
  const limits = { maxBytes: MEDIA_BODY_BYTES_MAX, deadlineMs: bodyDeadlineMs };
  if (forms.includes('multipart') && ctx.request.is('multipart/form-data')) {
    const form = await readForm(ctx, limits, memory);
    const fields = readFields(schema, form);
    return { fields, files: form.files, identity: identifyForm(form) };
  }
  if (!forms.includes('json')) throw refuseForms(forms);
  const raw = await readBody(ctx, limits, memory);
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    return { fields: raw as ReceivedBody['fields'], files: [], identity: raw };
  }
  throw refuseInvalid([{ path: 'body', message: 'is required: send a JSON object' }]);
}

function refuseForms(forms: readonly string[]): Refusal {
  const types = forms.map((form) => (form === 'json' ? 'application/json' : 'multipart/form-data'));
  return new Refusal('VALIDATION_ERROR', {
    status: 415,
    message: `Send the body as ${types.join(' or ')}.`,
  });
}

/** Converts form fields to a JSON structure: `a[b]` is the member `b` of the object `a`. */
function readFields(schema: TSchema | undefined, { fields }: Form): ReceivedBody['fields'] {
  const read = new Map<string, unknown>();
  for (const [name, text] of fields) {
    const [, outer, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    if (outer === undefined || inner === undefined) read.set(name, readText(schema, name, text));
    else read.set(outer, Object.fromEntries([...membersOf(read.get(outer)), [inner, text]]));
  }
  return Object.fromEntries(read);
}

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

type Branches = { readonly anyOf?: readonly { readonly type?: string }[] };

/** Converts a form field, which is text, to the type in its schema. */
function readText(schema: TSchema | undefined, name: string, text: string): unknown {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, Branches> };
  const type = properties[name]?.anyOf?.[0]?.type;
  if (type === 'integer' && /^\d{1,9}$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}
