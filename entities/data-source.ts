import { DataSource } from 'typeorm';
import { MIGRATIONS } from './migrations/in-order.js';
import { Account } from './account.js';
import { AgentGrant } from './agent-grant.js';
import { ApiKey } from './api-key.js';
import { AuditEntry } from './audit-entry.js';
import { CallbackSecret } from './callback-secret.js';
import { Character } from './character.js';
import { CollectionItem } from './collection-item.js';
import { Collection } from './collection.js';
import { Voice } from './voice.js';
import { ContentCredential } from './content-credential.js';
import { DailyUsage } from './daily-usage.js';
import { DeliveryAttempt } from './delivery-attempt.js';
import { DeviceLogin } from './device-login.js';
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
import { OauthRecord } from './oauth-record.js';
import { PasskeyChallenge } from './passkey-challenge.js';
import { Passkey } from './passkey.js';
import { Product } from './product.js';
import { RateBucket } from './rate-bucket.js';
import { RefusedRequest } from './refused-request.js';
import { RouteHealth } from './route-health.js';
import { Session } from './session.js';
import { SignInLink } from './sign-in-link.js';
import { SigningKey } from './signing-key.js';
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
 * Lifetime of an unused connection in milliseconds. A new connection costs the server tens of
 * milliseconds for its process, its password and its prepared statements. With the pool's default
 * of 10 s, most short waits opened new connections, which caused longer waits.
 */
const IDLE_MS = 60_000;

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
  DeviceLogin,
  AuditEntry,
  AgentGrant,
  OauthRecord,
  SigningKey,
  ContentCredential,
  Collection,
  CollectionItem,
  Voice,
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
