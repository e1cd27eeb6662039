import { Type, type Static } from 'typebox';
import type { EventType } from '../catalogue/event-types.js';
import { buildNamedChoice, buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';
import { deliveryFields, presentDelivery, type DeliveryView } from './delivery.js';

const GenerationEvent = buildNamedChoice<'generation.completed' | 'generation.failed'>(
  'GenerationEventType',
  'Events of a generation',
  {
    'generation.completed': 'it finished successfully',
    'generation.failed': 'it failed or was cancelled',
  },
);
const SpeechEvent = buildNamedChoice<'speech.completed' | 'speech.failed'>(
  'SpeechEventType',
  'Events of speech',
  {
    'speech.completed': 'it finished successfully',
    'speech.failed': 'it failed or was cancelled',
  },
);
const PostEvent = buildNamedChoice<'social_post.published' | 'social_post.failed'>(
  'SocialPostEventType',
  'Events of a post',
  {
    'social_post.published': 'it was published to at least one platform',
    'social_post.failed': 'it failed on every platform',
  },
);

/** Default events of a generation's callback. */
export const GENERATION_EVENTS: EventType[] = ['generation.completed', 'generation.failed'];
/** Default events of a callback of speech. */
export const SPEECH_EVENTS: EventType[] = ['speech.completed', 'speech.failed'];
/** Default events of a post's callback. */
export const POST_EVENTS: EventType[] = ['social_post.published', 'social_post.failed'];

const Url = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 2_048,
    description,
    examples: ['https://example.com/done'],
  });
const EVENTS = { minItems: 1, maxItems: 2, uniqueItems: true };
const URL_TEXT =
  'A public https URL that receives the event of this request, signed with the callback secret of your account. See docs/webhooks.md.';
const EVENTS_TEXT = 'Events to send to `webhook_url`. Default: both.';

/** Fields of a request for a generation. */
export const generationCallback = {
  webhook_url: Type.Optional(Url(URL_TEXT)),
  webhook_events: Type.Optional(
    Type.Array(GenerationEvent, { ...EVENTS, description: EVENTS_TEXT }),
  ),
};

/** Fields of a request for speech. */
export const speechCallback = {
  webhook_url: Type.Optional(Url(URL_TEXT)),
  webhook_events: Type.Optional(Type.Array(SpeechEvent, { ...EVENTS, description: EVENTS_TEXT })),
};

/** Fields of a request for a post. */
export const postCallback = {
  webhook_url: Type.Optional(Url(URL_TEXT)),
  webhook_events: Type.Optional(Type.Array(PostEvent, { ...EVENTS, description: EVENTS_TEXT })),
};

/**
 * Fields that agent tools do not accept, because a prompt could make an agent send results to a
 * stranger.
 */
export const NO_CALLBACKS = ['webhook_url', 'webhook_events'];

/** Body of PUT /v1/generations/{id}/callback. */
export const PutCallbackSchema = Type.Object(
  {
    webhook_url: Url('A public https URL that receives the event'),
    webhook_events: generationCallback.webhook_events,
  },
  {
    $id: 'PutCallback',
    description: 'The callback of a generation',
    additionalProperties: false,
  },
);
export type PutCallbackBody = Static<typeof PutCallbackSchema>;

/** A callback in a response. */
export const CallbackSchema = Type.Object(
  {
    object: ObjectName('callback'),
    generation_id: PrefixedId('gen', 'Generation ID'),
    webhook_id: PrefixedId('whk', 'ID under which the deliveries are listed'),
    webhook_url: Type.String({ format: 'uri', description: 'The URL that receives the event' }),
    webhook_events: Type.Array(GenerationEvent, { description: 'Events to send' }),
  },
  { $id: 'Callback', description: 'The callback of a generation' },
);
export type CallbackBody = Static<typeof CallbackSchema>;

/** The columns of a callback that responses contain. */
export interface CallbackView {
  readonly id: string;
  readonly refId: string;
  readonly url: string;
  readonly events: readonly EventType[];
}

export const presentCallback = (row: CallbackView): CallbackBody => ({
  object: 'callback',
  generation_id: row.refId,
  webhook_id: row.id,
  webhook_url: row.url,
  webhook_events: [...row.events] as CallbackBody['webhook_events'],
});

/** A delivery to a callback in a response. */
export const CallbackDeliverySchema = Type.Object(
  {
    ...deliveryFields,
    webhook_id: PrefixedId('whk', 'ID in the paths of `/v1/webhooks/{id}/deliveries`'),
    generation_id: buildNullable(PrefixedId('gen', 'The generation. Null for others')),
    speech_id: buildNullable(PrefixedId('spc', 'The speech. Null for others')),
    post_id: buildNullable(PrefixedId('pst', 'The post. Null for others')),
    url: Type.String({ format: 'uri', description: 'The current URL of the callback' }),
  },
  { $id: 'CallbackDelivery', description: 'The delivery of an event to a callback' },
);
export type CallbackDeliveryBody = Static<typeof CallbackDeliverySchema>;

export const presentCallbackDelivery = (
  row: DeliveryView,
  { refId, url }: Pick<CallbackView, 'refId' | 'url'>,
): CallbackDeliveryBody => ({
  ...presentDelivery(row),
  webhook_id: row.endpointId,
  generation_id: refId.startsWith('gen_') ? refId : null,
  speech_id: refId.startsWith('spc_') ? refId : null,
  post_id: refId.startsWith('pst_') ? refId : null,
  url,
});

/** The secret of an account's callbacks. */
export const CallbackSecretSchema = Type.Object(
  {
    object: ObjectName('callback_secret'),
    secret: Type.String({ pattern: '^whsec_', description: 'The secret that signs callbacks' }),
    previous_secret_expires_at: buildNullable(
      UnixMs('Time the previous secret expires', 'Null if there is none'),
    ),
    created_at: UnixMs('Time of the first use'),
  },
  { $id: 'CallbackSecret', description: "The secret that signs an account's callbacks" },
);
export type CallbackSecretBody = Static<typeof CallbackSecretSchema>;
