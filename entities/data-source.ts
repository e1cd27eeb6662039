import { DataSource } from 'typeorm';
import { Account } from './account.js';
import { AgentGrant } from './agent-grant.js';
import { ApiKey } from './api-key.js';
import { AuditEntry } from './audit-entry.js';
import { CallbackSecret } from './callback-secret.js';
import { Character } from './character.js';
import { DailyUsage } from './daily-usage.js';
import { DeliveryAttempt } from './delivery-attempt.js';
import { EventEpoch } from './event-epoch.js';
import { Event } from './event.js';
import { GenerationStep } from './generation-step.js';
import { Generation } from './generation.js';
import { Hold } from './hold.js';
import { IdempotencyKey } from './idempotency-key.js';
import { ImportSource } from './import-source.js';
import { Invite } from './invite.js';
import { KeyMonth } from './key-month.js';
import { LedgerEntry } from './ledger-entry.js';
import { LedgerTx } from './ledger-tx.js';
import { MediaFetch } from './media-fetch.js';
import { Member } from './member.js';
import { Initial1763700000001 } from './migrations/0001-initial.js';
import { Uploads1763700000002 } from './migrations/0002-uploads.js';
import { UploadDuration1763700000003 } from './migrations/0003-upload-duration.js';
import { Characters1763700000004 } from './migrations/0004-characters.js';
import { Webhooks1763700000005 } from './migrations/0005-webhooks.js';
import { Upstreams1763700000006 } from './migrations/0006-upstreams.js';
import { UploadSize1763700000007 } from './migrations/0007-upload-size.js';
import { Makers1763700000008 } from './migrations/0008-makers.js';
import { VisionCalls1763700000009 } from './migrations/0009-vision-calls.js';
import { UploadLimits1763700000010 } from './migrations/0010-upload-limits.js';
import { Rights1763700000011 } from './migrations/0011-rights.js';
import { SecretsAndOrder1763700000012 } from './migrations/0012-secrets-and-order.js';
import { OpenRuns1763700000013 } from './migrations/0013-open-runs.js';
import { RelayTurns1763700000014 } from './migrations/0014-relay-turns.js';
import { Traceparent1763700000015 } from './migrations/0015-traceparent.js';
import { OrdersSent1763700000016 } from './migrations/0016-orders-sent.js';
import { FailureTexts1763700000017 } from './migrations/0017-failure-texts.js';
import { Social1763700000018 } from './migrations/0018-social.js';
import { Identity1763700000019 } from './migrations/0019-identity.js';
import { StepsAndUsage1763700000020 } from './migrations/0020-steps-and-usage.js';
import { Words1763700000021 } from './migrations/0021-words.js';
import { Agents1763700000022 } from './migrations/0022-agents.js';
import { Accept1763700000024 } from './migrations/0024-accept.js';
import { Growth1763700000026 } from './migrations/0026-growth.js';
import { FewerWrites1763700000027 } from './migrations/0027-fewer-writes.js';
import { AnswersByPlace1763700000028 } from './migrations/0028-answers-by-place.js';
import { ChargeFunctions1763700000030 } from './migrations/0030-charge-functions.js';
import { OauthRecord } from './oauth-record.js';
import { TeamKeyMakers1763700000050 } from './migrations/0050-team-key-makers.js';
import { RecordNetworks1763700000051 } from './migrations/0051-record-networks.js';
import { UnkeyedRequests1763700000052 } from './migrations/0052-unkeyed-requests.js';
import { MetadataAndCallbacks1763700000053 } from './migrations/0053-metadata-and-callbacks.js';
import { UploadBoxes1763700000023 } from './migrations/0023-upload-boxes.js';
import { PasskeyChallenge } from './passkey-challenge.js';
import { Passkey } from './passkey.js';
import { Product } from './product.js';
import { RateBucket } from './rate-bucket.js';
import { RefusedRequest } from './refused-request.js';
import { RouteHealth } from './route-health.js';
import { Session } from './session.js';
import { SignInLink } from './sign-in-link.js';
import { SocialAccount } from './social-account.js';
import { SocialConnectLink } from './social-connect-link.js';
import { SocialFee } from './social-fee.js';
import { SocialLane } from './social-lane.js';
import { SocialPost } from './social-post.js';
import { SocialPublication } from './social-publication.js';
import { SocialQuota } from './social-quota.js';
import { SweepPlace } from './sweep-place.js';
import { UnkeyedRequest } from './unkeyed-request.js';
import { UploadBox } from './upload-box.js';
import { Upload } from './upload.js';
import { TIMEOUTS, turnOff, type Timeouts } from './timeouts.js';
import { UpstreamOrder } from './upstream-order.js';
import { UsageDay } from './usage-day.js';
import { WebhookCallback } from './webhook-callback.js';
import { WebhookDelivery } from './webhook-delivery.js';
import { WebhookEndpoint } from './webhook-endpoint.js';
import { WorkflowStart } from './workflow-start.js';

export { ADMIN_TIMEOUTS, MIGRATION_TIMEOUTS, NO_TIMEOUTS } from './timeouts.js';

/**
 * How long an unused connection is kept. A new connection costs the server tens of milliseconds for
 * its process, its password and its prepared statements. With the pool's default of 10 s, most
 * short waits opened new connections, which caused longer waits.
 */
const IDLE_MS = 60_000;

/** Migrations in the order of execution. */
const MIGRATIONS = [
  Initial1763700000001,
  Uploads1763700000002,
  UploadDuration1763700000003,
  Characters1763700000004,
  Webhooks1763700000005,
  Upstreams1763700000006,
  UploadSize1763700000007,
  Makers1763700000008,
  VisionCalls1763700000009,
  UploadLimits1763700000010,
  Rights1763700000011,
  SecretsAndOrder1763700000012,
  OpenRuns1763700000013,
  RelayTurns1763700000014,
  Traceparent1763700000015,
  OrdersSent1763700000016,
  FailureTexts1763700000017,
  Social1763700000018,
  Identity1763700000019,
  StepsAndUsage1763700000020,
  Words1763700000021,
  Agents1763700000022,
  UploadBoxes1763700000023,
  Accept1763700000024,
  Growth1763700000026,
  FewerWrites1763700000027,
  AnswersByPlace1763700000028,
  ChargeFunctions1763700000030,
  TeamKeyMakers1763700000050,
  RecordNetworks1763700000051,
  UnkeyedRequests1763700000052,
  MetadataAndCallbacks1763700000053,
];

const ENTITIES = [
  Account,
  Member,
  ApiKey,
  RateBucket,
  KeyMonth,
  Generation,
  GenerationStep,
  IdempotencyKey,
  WorkflowStart,
  Event,
  EventEpoch,
  Hold,
  LedgerTx,
  LedgerEntry,
  UsageDay,
  Upload,
  UploadBox,
  DailyUsage,
  ImportSource,
  Character,
  Product,
  UpstreamOrder,
  RouteHealth,
  WebhookEndpoint,
  WebhookCallback,
  CallbackSecret,
  WebhookDelivery,
  DeliveryAttempt,
  SweepPlace,
  RefusedRequest,
  UnkeyedRequest,
  SocialAccount,
  SocialConnectLink,
  SocialFee,
  SocialLane,
  SocialPost,
  SocialPublication,
  SocialQuota,
  MediaFetch,
  Session,
  SignInLink,
  Invite,
  Passkey,
  PasskeyChallenge,
  AuditEntry,
  AgentGrant,
  OauthRecord,
];

/**
 * Configures the database. Entities and migrations are explicit lists, so that a reader can search
 * them.
 * @param url `postgres://…`
 * @param poolSize the maximum connections for this process
 */
export function createDataSource(
  url: string,
  poolSize: number,
  timeouts: Timeouts = TIMEOUTS,
): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    poolSize,
    synchronize: false,
    connectTimeoutMS: 3_000,
    extra: { ...timeouts, ...turnOff(timeouts), idleTimeoutMillis: IDLE_MS },
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
  });
}
