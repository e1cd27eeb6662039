import type * as account from './routes/account.js';
import type * as adminAccounts from './routes/admin-accounts.js';
import type * as adminOverview from './routes/admin-overview.js';
import type * as adminRuns from './routes/admin-runs.js';
import type * as archive from './routes/archive.js';
import type * as audit from './routes/audit.js';
import type * as callbacks from './routes/callbacks.js';
import type * as catalogue from './routes/catalogue.js';
import type * as characters from './routes/characters.js';
import type * as collections from './routes/collections.js';
import type * as consents from './routes/consents.js';
import type * as deviceLogins from './routes/device-logins.js';
import type * as events from './routes/events.js';
import type * as generationEvents from './routes/generation-events.js';
import type * as generations from './routes/generations.js';
import type * as grants from './routes/grants.js';
import type * as images from './routes/images.js';
import type * as invites from './routes/invites.js';
import type * as keys from './routes/keys.js';
import type * as members from './routes/members.js';
import type * as passkeys from './routes/passkeys.js';
import type * as products from './routes/products.js';
import type * as quote from './routes/quote.js';
import type * as sessions from './routes/sessions.js';
import type * as provenance from './routes/provenance.js';
import type * as socialAccounts from './routes/social-accounts.js';
import type * as socialConnect from './routes/social-connect.js';
import type * as socialPosts from './routes/social-posts.js';
import type * as speech from './routes/speech.js';
import type * as stream from './routes/stream.js';
import type * as uploadBoxes from './routes/upload-boxes.js';
import type * as uploads from './routes/uploads.js';
import type * as usage from './routes/usage.js';
import type * as videos from './routes/videos.js';
import type * as voices from './routes/voices.js';
import type * as webhookDeliveries from './routes/webhook-deliveries.js';
import type * as webhooks from './routes/webhooks.js';

/** All exports of the modules in `routes/`. */
type Modules =
  | typeof account
  | typeof adminAccounts
  | typeof adminOverview
  | typeof adminRuns
  | typeof archive
  | typeof audit
  | typeof callbacks
  | typeof catalogue
  | typeof characters
  | typeof collections
  | typeof consents
  | typeof deviceLogins
  | typeof events
  | typeof generationEvents
  | typeof generations
  | typeof grants
  | typeof images
  | typeof invites
  | typeof keys
  | typeof members
  | typeof passkeys
  | typeof products
  | typeof quote
  | typeof sessions
  | typeof provenance
  | typeof socialAccounts
  | typeof socialConnect
  | typeof socialPosts
  | typeof speech
  | typeof stream
  | typeof uploadBoxes
  | typeof uploads
  | typeof usage
  | typeof videos
  | typeof voices
  | typeof webhookDeliveries
  | typeof webhooks;

type ValueOf<Module> = Module extends unknown ? Module[keyof Module] : never;

/** The contract of every endpoint, as types only. Clients infer their types from it. */
export type Contracts = Extract<ValueOf<Modules>, { readonly idempotency: string }>;
