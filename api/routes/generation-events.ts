import { Type } from 'typebox';
import { PrefixedId } from '../../domain/contract/common.js';
import { defineContract } from '../contract.js';

export const streamGeneration = defineContract({
  id: 'streamGeneration',
  method: 'GET',
  path: '/v1/generations/{id}/events',
  summary: 'Stream the events of a generation',
  description:
    'Returns server-sent events: `step` when a step starts or ends (`data` is a `GenerationStep`), `progress` when the progress changes (a `GenerationProgress`), and at the end `completed`, `failed` or `cancelled` (the `Generation`). Then the stream closes. To resume, send the last `id` you received as `Last-Event-ID`; the status is 204 if that was the end. Steps are recorded, so the stream can also be read after the end. It closes after 15 minutes; then reconnect. An account can have 50 streams.',
  tag: 'Generation',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  params: Type.Object({ id: PrefixedId('gen', 'Generation ID') }),
  // OpenAPI 3.1 cannot describe a stream: some tools check the text, others each event.
  response: Type.Unsafe<string>({ description: 'A stream of server-sent events' }),
  answers: 'text/event-stream',
  errors: ['NOT_FOUND'],
});
