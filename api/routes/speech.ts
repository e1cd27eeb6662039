import { Type } from 'typebox';
import { ORDER_ERRORS } from '../../domain/contract/error-codes.js';
import { NO_CALLBACKS } from '../../domain/contract/callback.js';
import {
  buildDeletedSchema,
  buildListSchema,
  buildPageQuery,
  PageOnly,
  PrefixedId,
  withDescription,
} from '../../domain/contract/common.js';
import { GenerationHeaders, WaitQuery } from '../../domain/contract/generation-headers.js';
import { GenerationState } from '../../domain/contract/generation-parts.js';
import { GenerationStepSchema } from '../../domain/contract/generation-step.js';
import { CreateSpeechSchema, SpeechSchema } from '../../domain/contract/speech.js';
import { defineContract } from '../contract.js';

const SpeechId = Type.Object({ id: PrefixedId('spc', 'Speech ID') });

export const createSpeech = defineContract({
  id: 'createSpeech',
  method: 'POST',
  path: '/v1/speech',
  summary: 'Speak a text',
  description:
    'Reserves the price and immediately returns queued speech. Poll it every second, or send `Prefer: wait`. Without a speech provider, the built-in renderer speaks English. Put a `simulate:` directive in the text to test failures (README, Testing failures).',
  tag: 'Speech',
  scope: 'generate',
  idempotency: 'required',
  status: 202,
  body: CreateSpeechSchema,
  headers: GenerationHeaders,
  response: SpeechSchema,
  other: {
    status: 201,
    response: SpeechSchema,
    description: 'The speech has ended while the request waited (`Prefer: wait`)',
  },
  errors: ORDER_ERRORS,
  tool: {
    without: NO_CALLBACKS,
    name: 'generate_speech',
    title: 'Speak a text',
    description:
      'Speaks a text with a voice of `list_voices`, or with the voice of a character. Costs credits, which are reserved immediately and refunded if it fails or is cancelled; call `quote` for the price. Takes seconds: send `wait_seconds` to get the audio file, or wait for it with `get_speech`.',
    waits: true,
    makes: true,
  },
  example: { text: 'Good morning. The train leaves at nine.', voice_key: 'grace' },
});

export const listSpeech = defineContract({
  id: 'listSpeech',
  method: 'GET',
  path: '/v1/speech',
  summary: 'List speech, newest first',
  tag: 'Speech',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: Type.Object(
    {
      status: Type.Optional(withDescription(GenerationState, 'Only speech with this status')),
      ...buildPageQuery('Default 20.'),
    },
    { additionalProperties: false },
  ),
  response: buildListSchema('SpeechList', SpeechSchema, 'Newest first'),
  errors: [],
  tool: {
    name: 'list_speech',
    title: 'List speech',
    description: 'Lists the speech of the account, newest first. Free.',
  },
});

export const getSpeech = defineContract({
  id: 'getSpeech',
  method: 'GET',
  path: '/v1/speech/{id}',
  summary: 'Get speech',
  description:
    'With `wait`, the response comes as soon as the speech ends, or with its current state when the time is over. An account with too many requests waiting gets `RATE_LIMITED`.',
  tag: 'Speech',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  tagged: true,
  params: SpeechId,
  query: WaitQuery,
  response: SpeechSchema,
  errors: ['NOT_FOUND'],
  tool: {
    name: 'get_speech',
    title: 'Get speech',
    description:
      'Returns the state, price and refund of speech, its audio file once completed, and its error, if any. Free. With `wait_seconds` it returns when the speech ends, or with its current state when the time is over: then call it again.',
    waits: true,
  },
});

export const listSpeechSteps = defineContract({
  id: 'listSpeechSteps',
  method: 'GET',
  path: '/v1/speech/{id}/steps',
  summary: 'List the steps of speech',
  description:
    'Returns the wait for a worker, each attempt at each stage, and each webhook delivery attempt, in the order they started. Gaps between steps are waiting time.',
  tag: 'Speech',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  params: SpeechId,
  query: PageOnly('Default: all steps, at most 100.'),
  response: buildListSchema('SpeechStepList', GenerationStepSchema, 'Oldest first'),
  errors: ['NOT_FOUND'],
});

export const cancelSpeech = defineContract({
  id: 'cancelSpeech',
  method: 'POST',
  path: '/v1/speech/{id}/cancel',
  summary: 'Cancel queued speech',
  description: 'Refunds the full price. You can only cancel speech while it is queued.',
  tag: 'Speech',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: SpeechId,
  response: SpeechSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const deleteSpeech = defineContract({
  id: 'deleteSpeech',
  method: 'DELETE',
  path: '/v1/speech/{id}',
  summary: 'Delete finished speech',
  description: "Permanently deletes the audio file and the record. Credits aren't refunded.",
  tag: 'Speech',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: SpeechId,
  response: buildDeletedSchema('DeletedSpeech', 'speech', 'spc'),
  errors: ['NOT_FOUND', 'CONFLICT'],
});
