import { OPERATOR_ROUTES } from './operator-table.js';
import { PEOPLE_ROUTES } from './people-table.js';
import type { Route } from './route.js';
import {
  getCallbackSecret,
  listCallbackDeliveries,
  putCallback,
  rotateCallbackSecret,
} from './handlers/callbacks.js';
import { downloadGenerations } from './handlers/archive.js';
import { getAccount } from './handlers/account.js';
import { listModels } from './handlers/catalogue.js';
import {
  createCharacter,
  createPresetCharacter,
  deleteCharacter,
  getCharacter,
  listCharacters,
  listPresets,
  updateCharacter,
} from './handlers/characters.js';
import {
  addCollectionItems,
  createCollection,
  deleteCollection,
  getCollection,
  listCollections,
  removeCollectionItems,
  updateCollection,
} from './handlers/collections.js';
import {
  cancelGeneration,
  deleteGeneration,
  getGeneration,
  listGenerations,
  listGenerationSteps,
  updateGeneration,
} from './handlers/generations.js';
import { streamGeneration } from './handlers/generation-events.js';
import { createImage } from './handlers/images.js';
import {
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  updateProduct,
} from './handlers/products.js';
import { listEvents } from './handlers/events.js';
import { disconnectSocialAccount, listSocialAccounts } from './handlers/social-accounts.js';
import { createQuote } from './handlers/quote.js';
import { connectSocialAccount } from './handlers/social-connect.js';
import {
  cancelSocialPost,
  createSocialPost,
  getSocialPost,
  listSocialPosts,
  updateSocialPost,
} from './handlers/social-posts.js';
import { createVideo } from './handlers/videos.js';
import {
  deleteUploadBox,
  getUploadBox,
  listUploadBoxes,
  openUploadBox,
} from './handlers/upload-boxes.js';
import { createUpload, getUpload, listBoxUploads } from './handlers/uploads.js';
import { exportUsage, getUsage } from './handlers/usage.js';
import { getProvenance } from './handlers/provenance.js';
import {
  cancelSpeech,
  createSpeech,
  deleteSpeech,
  getSpeech,
  listSpeech,
  listSpeechSteps,
} from './handlers/speech.js';
import { createVoice, deleteVoice, getVoice, listVoices } from './handlers/voices.js';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  recoverWebhook,
  resendWebhookDelivery,
  testWebhook,
} from './handlers/webhook-deliveries.js';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './handlers/webhooks.js';

/** Every endpoint, in the specification's order. To add an endpoint, add a row. */
export const ROUTES: readonly Route[] = [
  createImage,
  createVideo,
  createQuote,
  getGeneration,
  listGenerations,
  listGenerationSteps,
  getProvenance,
  streamGeneration,
  downloadGenerations,
  updateGeneration,
  cancelGeneration,
  deleteGeneration,
  putCallback,
  createCollection,
  listCollections,
  getCollection,
  updateCollection,
  deleteCollection,
  addCollectionItems,
  removeCollectionItems,
  createSpeech,
  listSpeech,
  getSpeech,
  listSpeechSteps,
  cancelSpeech,
  deleteSpeech,
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
  createVoice,
  listVoices,
  getVoice,
  deleteVoice,
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
  listCallbackDeliveries,
  getCallbackSecret,
  rotateCallbackSecret,
  listEvents,
  getAccount,
  getUsage,
  exportUsage,
  listModels,
  ...PEOPLE_ROUTES,
  ...OPERATOR_ROUTES,
];
