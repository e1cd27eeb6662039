import type { Route } from './route.js';
import {
  getAdminAccount,
  grantAdminCredits,
  listAdminAccounts,
  raiseAdminLimit,
} from './routes/admin-accounts.js';
import { listAdminProviders, listAdminRuns } from './routes/admin-runs.js';
import { listAudit } from './routes/audit.js';
import { createConsentAnswer, getConsent } from './routes/consents.js';
import { deleteGrant, listGrants } from './routes/grants.js';
import { createInvite, deleteInvite, listInvites } from './routes/invites.js';
import { createKey, deleteKey, listKeys } from './routes/keys.js';
import { deleteMember, listMembers, updateMember } from './routes/members.js';
import {
  createPasskey,
  createPasskeyOptions,
  deletePasskey,
  listPasskeys,
  updatePasskey,
} from './routes/passkeys.js';
import { deleteSession, listSessions } from './routes/sessions.js';
import { downloadGenerations } from './routes/archive.js';
import { getAccount } from './routes/account.js';
import { listModels } from './routes/catalogue.js';
import {
  createCharacter,
  createPresetCharacter,
  deleteCharacter,
  getCharacter,
  listCharacters,
  listPresets,
  updateCharacter,
} from './routes/characters.js';
import { getGenerationRequest } from './routes/generation-request.js';
import {
  cancelGeneration,
  deleteGeneration,
  getGeneration,
  listGenerations,
  listGenerationSteps,
} from './routes/generations.js';
import { createImage } from './routes/images.js';
import {
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  updateProduct,
} from './routes/products.js';
import { listEvents } from './routes/events.js';
import { disconnectSocialAccount, listSocialAccounts } from './routes/social-accounts.js';
import { streamEvents } from './routes/stream.js';
import { createQuote } from './routes/quote.js';
import { connectSocialAccount } from './routes/social-connect.js';
import {
  cancelSocialPost,
  createSocialPost,
  getSocialPost,
  listSocialPosts,
  updateSocialPost,
} from './routes/social-posts.js';
import { getSession } from './routes/session.js';
import { createVideo } from './routes/videos.js';
import {
  deleteUploadBox,
  getUploadBox,
  listUploadBoxes,
  openUploadBox,
} from './routes/upload-boxes.js';
import { createUpload, getUpload, listBoxUploads } from './routes/uploads.js';
import { getUsage } from './routes/usage.js';
import { listVoices } from './routes/voices.js';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  recoverWebhook,
  resendWebhookDelivery,
  testWebhook,
} from './routes/webhook-deliveries.js';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './routes/webhooks.js';

/** Every endpoint, in the order of the specification. Adding one is adding a row. */
export const ROUTES: readonly Route[] = [
  createImage,
  createVideo,
  createQuote,
  getGeneration,
  listGenerations,
  listGenerationSteps,
  downloadGenerations,
  cancelGeneration,
  deleteGeneration,
  createCharacter,
  listPresets,
  createPresetCharacter,
  listCharacters,
  getCharacter,
  updateCharacter,
  deleteCharacter,
  createProduct,
  listProducts,
  getProduct,
  updateProduct,
  deleteProduct,
  listVoices,
  createUpload,
  getUpload,
  listBoxUploads,
  openUploadBox,
  listUploadBoxes,
  getUploadBox,
  deleteUploadBox,
  createSocialPost,
  listSocialPosts,
  getSocialPost,
  cancelSocialPost,
  updateSocialPost,
  connectSocialAccount,
  listSocialAccounts,
  disconnectSocialAccount,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  resendWebhookDelivery,
  recoverWebhook,
  listEvents,
  getAccount,
  getUsage,
  listModels,
  getSession,
  listSessions,
  deleteSession,
  listPasskeys,
  createPasskeyOptions,
  createPasskey,
  updatePasskey,
  deletePasskey,
  listKeys,
  createKey,
  deleteKey,
  getConsent,
  createConsentAnswer,
  listGrants,
  deleteGrant,
  listMembers,
  updateMember,
  deleteMember,
  listInvites,
  createInvite,
  deleteInvite,
  listAudit,
  streamEvents,
  getGenerationRequest,
  listAdminAccounts,
  getAdminAccount,
  grantAdminCredits,
  raiseAdminLimit,
  listAdminProviders,
  listAdminRuns,
];
