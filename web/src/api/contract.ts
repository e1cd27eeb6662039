import type { Endpoints as All } from '../../../api/endpoint-types';

/**
 * API types, inferred from the contracts in `api/routes`. Nothing in this file exists at run time.
 */

/** Signed-in users reach every endpoint below `/app/api`; pages write only the rest of the path. */
type PathOf<Name> = Name extends `${infer Method} /${'v1' | 'app/api'}/${infer Path}`
  ? `${Method} /${Path}`
  : never;

type Endpoints = { readonly [Name in keyof All as PathOf<Name>]: All[Name] };

/** An endpoint as pages name it, such as `GET /generations/{id}`. */
export type EndpointKey = keyof Endpoints;

export type Body<Name extends EndpointKey> = Endpoints[Name]['body'];
export type Query<Name extends EndpointKey> = Endpoints[Name]['query'];
export type Answer<Name extends EndpointKey> = Endpoints[Name]['response'];

/** A required, optional or absent part of the input. */
type Part<Place extends string, Value> = [Value] extends [never]
  ? { readonly [P in Place]?: never }
  : Partial<Value> extends Value
    ? { readonly [P in Place]?: Value }
    : { readonly [P in Place]: Value };

/** A request's path and query parameters. */
export type Selection<Name extends EndpointKey> = Part<'params', Endpoints[Name]['params']> &
  Part<'query', Endpoints[Name]['query']>;

type Headers<Idempotency> = Idempotency extends 'required'
  ? { readonly headers: { readonly 'Idempotency-Key': string } }
  : { readonly headers?: Readonly<Record<string, string>> };

/** A request's required and optional input. */
export type Input<Name extends EndpointKey> = Selection<Name> &
  Part<'body', Endpoints[Name]['body']> &
  Headers<Endpoints[Name]['idempotency']> & { readonly signal?: AbortSignal };

/** The arguments after the endpoint, which are optional if every part of the input is optional. */
export type OptionalWhenEmpty<Value> =
  Partial<Value> extends Value ? [input?: Value] : [input: Value];

/** An item in a list response. */
type Item<Name extends EndpointKey> =
  Answer<Name> extends { readonly data: readonly (infer One)[] } ? One : never;

export type Account = Answer<'GET /account'>;
export type AdminAccount = Answer<'GET /admin/accounts/{id}'>;
export type AdminKey = Item<'GET /admin/accounts/{id}/keys'>;
export type AdminOverview = Answer<'GET /admin/overview'>;
export type AdminProviderHistory = Item<'GET /admin/provider-history'>;
export type AdminProvider = Item<'GET /admin/providers'>;
export type PlanName = NonNullable<Body<'POST /admin/accounts'>['plan']>;
export type AdminRun = Item<'GET /admin/runs'>;
export type AdminCause = Item<'GET /admin/causes'>;
export type AgentGrant = Item<'GET /grants'>;
export type AnswerConsent = Body<'POST /consents/{uid}'>;
export type AnswerDeviceLogin = Body<'POST /device-logins/{code}'>;
export type AuditEntry = Item<'GET /audit'>;
export type AuditAction = AuditEntry['action'];
export type Collection = Item<'GET /collections'>;
export type Consent = Answer<'GET /consents/{uid}'>;
export type CreateImage = Body<'POST /images'>;
export type CreateSocialPost = Body<'POST /social/posts'>;
export type CreateSpeech = Body<'POST /speech'>;
export type CreateVideo = Body<'POST /videos'>;
export type CreateVoice = Body<'POST /voices'>;
export type DeviceLogin = Answer<'GET /device-logins/{code}'>;
export type Event = Item<'GET /events'>;
export type EventType = Webhook['events'][number];
export type Gender = Body<'POST /characters'>['gender'];
export type Generation = Answer<'GET /generations/{id}'>;
export type GenerationErrorCode = NonNullable<Generation['error']>['code'];
export type GenerationStatus = Generation['status'];
export type GenerationType = Generation['type'];
export type GenerationStep = Item<'GET /generations/{id}/steps'>;
export type GenerationStepStage = GenerationStep['stage'];
export type Invite = Item<'GET /invites'>;
export type Key = Item<'GET /keys'>;
export type Member = Item<'GET /members'>;
export type Models = Answer<'GET /models'>;
export type OpenSession = Item<'GET /sessions'>;
export type OpenUploadBox = Body<'POST /upload-boxes'>;
export type Passkey = Item<'GET /passkeys'>;
export type Character = Answer<'GET /characters/{id}'>;
export type PresetId = Body<'POST /characters/preset'>['base_id'];
export type Presets = Answer<'GET /characters/presets'>;
export type Customization = Presets['customizable'][number]['defaults'];
export type Quote = Answer<'POST /quote'>;
export type QuoteRequest = Body<'POST /quote'>;
export type Raise = Body<'POST /admin/accounts/{id}/limits'>;
export type Role = Session['role'];
export type Scope = Key['scopes'][number];
export type Session = Answer<'GET /session'>;
export type SocialAccount = Item<'GET /social/accounts'>;
export type SocialConnectLink = Answer<'POST /social/accounts/connect'>;
export type SocialPlatform = SocialAccount['platform'];
export type SocialPost = Answer<'GET /social/posts/{id}'>;
export type SocialPostPreview = Extract<
  Answer<'POST /social/posts'>,
  { readonly object: 'social_post_preview' }
>;
export type SocialPostPlan = SocialPostPreview['plans'][number];
export type SocialPostResult = SocialPost['results'][number];
export type SocialPostStatus = SocialPost['status'];
export type Speech = Answer<'GET /speech/{id}'>;
export type TimelineEntry = Generation['timeline'][number];
export type TimelineResolution = TimelineEntry['resolution'];
export type Upload = Answer<'GET /uploads/{id}'>;
export type UploadBox = Answer<'GET /upload-boxes/{id}'>;
export type UploadBoxList = Answer<'GET /upload-boxes'>;
export type Usage = Item<'GET /usage'>;
export type UsageGrouping = NonNullable<Query<'GET /usage'>['group_by']>;
export type Verification = Answer<'POST /verify'>;
export type Voice = Item<'GET /voices'>;
export type VoiceGender = Voice['gender'];
export type Webhook = Answer<'GET /webhooks/{id}'>;
export type WebhookDelivery = Item<'GET /webhooks/{id}/deliveries'>;
export type WebhookDeliveryDetail = Answer<'GET /webhooks/{id}/deliveries/{delivery_id}'>;
export type WebhookAttempt = WebhookDeliveryDetail['attempt_log'][number];
export type WebhookDeliveryError = NonNullable<WebhookDelivery['last_error']>;
export type WebhookDeliveryStatus = WebhookDelivery['status'];
