import type { DocumentedRoute } from './openapi/documented-route.js';
import { claimDeviceLogin, startDeviceLogin } from './routes/device-logins.js';
import { verify } from './routes/provenance.js';
import { ROUTES } from './table.js';

/** Every endpoint of the OpenAPI document, also those that middleware serves to strangers. */
export const DOCUMENTED_ROUTES: readonly DocumentedRoute[] = [
  ...ROUTES,
  startDeviceLogin,
  claimDeviceLogin,
  verify,
];
