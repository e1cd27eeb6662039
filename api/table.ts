import type { Route } from './route.js';
import { getAccount } from './routes/account.js';
import { listModels } from './routes/catalogue.js';
import {
  createCharacter,
  createPreset,
  deleteCharacter,
  getCharacter,
  listCharactersRoute,
  listPresets,
  patchCharacter,
} from './routes/characters.js';
import {
  cancelGenerationRoute,
  deleteGenerationRoute,
  getGeneration,
  listGenerationsRoute,
} from './routes/generations.js';
import { createImage } from './routes/images.js';
import {
  createProductRoute,
  deleteProduct,
  getProduct,
  listProductsRoute,
  patchProduct,
} from './routes/products.js';
import { listEvents } from './routes/events.js';
import { createQuote } from './routes/quote.js';
import { createVideo } from './routes/videos.js';
import { createUpload, getUpload, listBoxUploads } from './routes/uploads.js';
import { listVoices } from './routes/voices.js';
import {
  getDelivery,
  listDeliveriesRoute,
  recoverWebhookRoute,
  resendDeliveryRoute,
  testWebhookRoute,
} from './routes/webhook-deliveries.js';
import {
  createWebhookRoute,
  deleteWebhookRoute,
  getWebhook,
  listWebhooksRoute,
  rotateSecretRoute,
  updateWebhookRoute,
} from './routes/webhooks.js';

/** Every endpoint, in the order of the specification. Adding one is adding a row. */
export const ROUTES: readonly Route[] = [
  createImage,
  createVideo,
  createQuote,
  getGeneration,
  listGenerationsRoute,
  cancelGenerationRoute,
  deleteGenerationRoute,
  createCharacter,
  listPresets,
  createPreset,
  listCharactersRoute,
  getCharacter,
  patchCharacter,
  deleteCharacter,
  createProductRoute,
  listProductsRoute,
  getProduct,
  patchProduct,
  deleteProduct,
  listVoices,
  createUpload,
  getUpload,
  listBoxUploads,
  createWebhookRoute,
  listWebhooksRoute,
  getWebhook,
  updateWebhookRoute,
  deleteWebhookRoute,
  rotateSecretRoute,
  testWebhookRoute,
  listDeliveriesRoute,
  getDelivery,
  resendDeliveryRoute,
  recoverWebhookRoute,
  listEvents,
  getAccount,
  listModels,
];
