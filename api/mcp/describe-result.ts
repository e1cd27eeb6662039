import type { AccountBody } from '../../domain/contract/account.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { QuoteBody } from '../../domain/contract/quote.js';
import type { SpeechBody } from '../../domain/contract/speech.js';
import type { SocialPostBody } from '../../domain/contract/social-post.js';
import type { SocialPreviewBody } from '../../domain/contract/social-preview.js';
import type { CreatedUploadBody } from '../../domain/contract/upload.js';
import { isUnderWay } from '../../domain/generations/watch-generations.js';
import type { Json } from './plain-schema.js';

/** A list response. The list of models has no `data`. */
interface ListBody {
  readonly object: 'list';
  readonly data?: readonly unknown[];
  readonly next_cursor?: string | null;
}

/** A saved object, such as a character. */
interface SavedBody {
  readonly object: 'character' | 'product';
  readonly id: string;
}

/** An upload box, which is a page that collects files from a person. */
interface BoxBody {
  readonly object: 'upload_box';
  readonly id: string;
  readonly url: string;
}

/** All response bodies that tools return. */
type ToolBody =
  | AccountBody
  | BoxBody
  | CreatedUploadBody
  | GenerationBody
  | ListBody
  | QuoteBody
  | SavedBody
  | SpeechBody
  | SocialPostBody
  | SocialPreviewBody;

/**
 * Describes a tool's result in one line of text. The line contains only ids, states and numbers:
 * text from users and upstreams appears only in the data, so that it cannot be mistaken for ours.
 */
export function describeResult(json: Json): string {
  const body = json as ToolBody;
  switch (body.object) {
    case 'generation':
      return describeGeneration(body);
    case 'speech':
      return describeSpeech(body);
    case 'upload':
      return describeUpload(body);
    case 'upload_box':
      return `Ask the person to add the files at ${body.url}, then call list_uploads with box_id ${body.id}.`;
    case 'list':
      return describeList(body);
    case 'quote':
      return `It would cost ${body.credits} credits; ${body.available_credits} are available.`;
    case 'account':
      return `Plan ${body.plan}, ${body.credits.total} credits.`;
    case 'social_post_preview':
      return `Nothing was published. The post would cost ${body.credits} credits.`;
    case 'social_post':
      return `The post ${body.id} is ${body.status}.`;
    case 'character':
    case 'product':
      return `The ${body.object} ${body.id} is saved.`;
    default:
      return 'Done.';
  }
}

type WorkState = Pick<SpeechBody, 'id' | 'status' | 'credits' | 'refunded_credits'>;

function describeState(name: string, { id, status, credits, refunded_credits }: WorkState): string {
  const paid = refunded_credits > 0 ? `, ${refunded_credits} of them refunded` : '';
  return `The ${name} ${id} is ${status}; ${credits} credits${paid}.`;
}

function describeSpeech(speech: SpeechBody): string {
  const state = describeState('speech', speech);
  if (isUnderWay(speech.status))
    return `${state} Call get_speech with this id and wait_seconds 50.`;
  return speech.error ? `${state} ${speech.error.code}.` : `${state} The file is at result.url.`;
}

function describeGeneration({
  id,
  type,
  status,
  credits,
  refunded_credits,
  error,
}: GenerationBody) {
  const state = describeState(type, { id, status, credits, refunded_credits });
  if (isUnderWay(status)) return `${state} Call get_generation with this id and wait_seconds 50.`;
  if (error) return `${state} ${error.code}: call list_generation_steps to see what was tried.`;
  return `${state} The file is at result.url.`;
}

function describeUpload({ id, status, kind, ...signed }: CreatedUploadBody): string {
  const { upload_url: url, upload_headers: headers } = signed;
  if (url === undefined) return `The ${kind} ${id} is ${status}: pass this id in media fields.`;
  const type = quote(`Content-Type: ${headers?.['Content-Type'] ?? ''}`);
  return [
    `Send the bytes of the file, then call finish_upload with upload_id ${id}:`,
    `curl -X PUT -H ${type} --data-binary @FILE ${quote(url)}`,
  ].join('\n');
}

/** Quotes a text for a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function describeList({ data, next_cursor: cursor }: ListBody): string {
  if (!data) return 'The list is in the structured content.';
  const count = data.length === 1 ? '1 entry' : `${data.length} entries`;
  return cursor ? `${count}; call again with cursor ${cursor} for more.` : `${count}.`;
}
