import type { Contract } from './contract.js';
import { claimDeviceLogin, startDeviceLogin } from './routes/device-logins.js';
import { verify } from './routes/verify.js';

/**
 * Endpoints for clients without a key or a session. Middleware serves them, so they are not in the
 * table of routes.
 */
export const PUBLIC_CONTRACTS: readonly Contract[] = [startDeviceLogin, claimDeviceLogin, verify];
