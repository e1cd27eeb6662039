import { EVENT_TYPES, EVENTS, type EventType } from '../../domain/catalogue/event-types.js';
import { buildEventSchema } from '../../domain/contract/event.js';
import { toReference, type Components, type Json } from './components.js';
import examples from './examples.json' with { type: 'json' };

const HOW = [
  'Sent to every enabled webhook that subscribes to this event. Verify the signature against the raw body, respond with 2xx within 10 seconds, and then process the event.',
  'Any other response counts as a failed attempt and is retried after 1, 5, 30, 120, 360 and 720 minutes. Redirects are not followed. An event can arrive more than once, so use `id` to deduplicate events. See docs/webhooks.md.',
].join('\n\n');

const buildHeaderParameter = (
  name: string,
  description: string,
  example: string,
  pattern?: string,
) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...(pattern !== undefined && { pattern }) },
  example,
});

/** The headers of a delivery. Each header is a component. */
const HEADERS = [
  buildHeaderParameter(
    'Service-Signature',
    'Timestamp and signatures: `t=<Unix seconds>,v1=<hex>`. Each `v1` is the HMAC-SHA256 of `<t>.<body>`. The key is the whole secret, including `whsec_`. During a rotation there are two signatures. Reject deliveries older than 5 minutes.',
    't=1763700000,v1=6ec54141b9fdc79e3a4fbdb1dc1f8c4a06b54d5a4a64bb1e34d9b3a1c5d4a3bb',
    '^t=\\d+(,v1=[0-9a-f]{64})+$',
  ),
  buildHeaderParameter('Service-Event', 'Event type', 'generation.completed'),
  buildHeaderParameter(
    'Service-Delivery',
    'Delivery ID, the same for every attempt',
    'dlv_0123456789abcdef0123456789abcdef',
    '^dlv_[0-9a-f]{32}$',
  ),
  buildHeaderParameter('User-Agent', 'Always `Service-Webhooks/1`', 'Service-Webhooks/1'),
  buildHeaderParameter(
    'webhook-id',
    'Event ID, in the Standard Webhooks format',
    'evt_gen_gen_0123456789abcdef0123456789abcdef_completed',
  ),
  buildHeaderParameter(
    'webhook-timestamp',
    'Time of this attempt, in Unix seconds',
    '1763700000',
    '^\\d+$',
  ),
  buildHeaderParameter(
    'webhook-signature',
    'Signatures in the Standard Webhooks format, separated by spaces. Each is `v1,<base64>`: the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, with the decoded secret as the key',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
];

/** The delivery headers, by their component names in the document. */
export const DELIVERY_HEADERS: Json = Object.fromEntries(
  HEADERS.map((one) => [one.name, one] as const),
);

/**
 * Builds the OpenAPI 3.1 `webhooks` section: the requests that the service sends, by event type.
 */
export function buildWebhooks(components: Components): Json {
  return Object.fromEntries(
    EVENT_TYPES.map((type) => [type, { post: buildWebhookOperation(type, components) }]),
  );
}

function buildWebhookOperation(type: EventType, components: Components): Json {
  const schema = toReference(buildEventSchema(type), components);
  const example = (examples.events as Json)[type];
  const content = { schema, ...(example !== undefined && { example }) };
  return {
    operationId: `on_${type.replace('.', '_')}`,
    summary: EVENTS[type].when,
    description: HOW,
    tags: ['Webhooks'],
    security: [],
    parameters: HEADERS.map(({ name }) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      description: 'The event. The signature covers the raw body',
      content: { 'application/json': content },
    },
    responses: { '2XX': { description: 'The event was received. Any other response is retried' } },
  };
}
