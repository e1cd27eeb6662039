import { Type } from 'typebox';
import {
  buildDeletedSchema,
  buildListSchema,
  PageOnly,
  PrefixedId,
} from '../../domain/contract/common.js';
import { OpenSessionSchema } from '../../domain/contract/open-session.js';
import { SessionSchema } from '../../domain/contract/session.js';
import { defineContract, type Contract } from '../contract.js';

/** Fields shared by all dashboard-only routes. */
export const dashboard = {
  tag: 'Dashboard',
  entryPoint: 'app',
  scope: 'read',
  status: 200,
} as const satisfies Partial<Contract>;

export const getSession = defineContract({
  ...dashboard,
  id: 'getSession',
  method: 'GET',
  path: '/app/api/session',
  summary: 'Get the current session',
  idempotency: 'none',
  response: SessionSchema,
  errors: [],
});

export const listSessions = defineContract({
  ...dashboard,
  id: 'listSessions',
  method: 'GET',
  path: '/app/api/sessions',
  summary: 'List active sessions, newest first',
  description: "Owners see the whole team's sessions; other members see only their own.",
  idempotency: 'none',
  query: PageOnly('Default: all sessions, at most 200.'),
  response: buildListSchema('OpenSessionList', OpenSessionSchema, 'Newest first'),
  errors: [],
});

export const deleteSession = defineContract({
  ...dashboard,
  id: 'deleteSession',
  method: 'DELETE',
  path: '/app/api/sessions/{id}',
  summary: 'End a session',
  idempotency: 'required',
  params: Type.Object({ id: PrefixedId('ses', 'Session ID') }),
  response: buildDeletedSchema('DeletedSession', 'open_session', 'ses'),
  errors: ['NOT_FOUND'],
});
