import type { DocumentedRoute } from './openapi/documented-route.js';
import { claimDeviceLogin, startDeviceLogin } from './routes/device-logins.js';
import { verify } from './routes/provenance.js';
import { ROUTES } from './table.js';

/**
 * Every endpoint of the OpenAPI document, including the unauthenticated endpoints that middleware
 * serves.
 */
export const DOCUMENTED_ROUTES: readonly DocumentedRoute[] = [
  ...ROUTES,
  startDeviceLogin,
  claimDeviceLogin,
  verify,
];
