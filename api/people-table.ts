import { listAudit } from './handlers/audit.js';
import { createConsentAnswer, getConsent } from './handlers/consents.js';
import { answerDeviceLogin, getDeviceLogin } from './handlers/device-logins.js';
import { deleteGrant, listGrants } from './handlers/grants.js';
import { createInvite, deleteInvite, listInvites } from './handlers/invites.js';
import { createKey, deleteKey, listKeys } from './handlers/keys.js';
import { deleteMember, listMembers, updateMember } from './handlers/members.js';
import {
  createPasskey,
  createPasskeyOptions,
  deletePasskey,
  listPasskeys,
  updatePasskey,
} from './handlers/passkeys.js';
import { deleteSession, getSession, listSessions } from './handlers/sessions.js';
import { getGenerationLineage, getGenerationRequest } from './handlers/generations.js';
import { streamEvents } from './handlers/stream.js';
import type { Route } from './route.js';

/** Every endpoint for signed-in people who are not operators. To add an endpoint, add a row. */
export const PEOPLE_ROUTES: readonly Route[] = [
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
  getDeviceLogin,
  answerDeviceLogin,
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
  getGenerationLineage,
  getGenerationRequest,
];
