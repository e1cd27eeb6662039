import type { Route } from './route.js';
import { getAccount } from './routes/account.js';
import { listModels } from './routes/catalogue.js';
import {
  cancelGenerationRoute,
  deleteGenerationRoute,
  getGeneration,
  listGenerationsRoute,
} from './routes/generations.js';
import { createImage } from './routes/images.js';
import { createQuote } from './routes/quote.js';
import { createUpload, getUpload, listBoxUploads } from './routes/uploads.js';

/** Every endpoint, in the order of the specification. Adding one is adding a row. */
export const ROUTES: readonly Route[] = [
  createImage,
  createQuote,
  getGeneration,
  listGenerationsRoute,
  cancelGenerationRoute,
  deleteGenerationRoute,
  createUpload,
  getUpload,
  listBoxUploads,
  getAccount,
  listModels,
];
