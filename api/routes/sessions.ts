import { Type } from 'typebox';
import { deletedOf, listOf, PageOnly, PrefixedId } from '../../domain/contract/common.js';
import { OpenSessionSchema } from '../../domain/contract/open-session.js';
import { dashboard } from './session.js';
import { contract } from '../contract.js';

export const listSessions = contract({
  ...dashboard,
  id: 'listSessions',
  method: 'GET',
  path: '/app/api/sessions',
  summary: 'List active sessions, newest first',
  description: 'Owners see the sessions of the whole team, other members only their own.',
  idempotency: 'none',
  query: PageOnly('Default: all sessions, at most 200.'),
  response: listOf('OpenSessionList', OpenSessionSchema, 'Newest first'),
  errors: [],
});

export const deleteSession = contract({
  ...dashboard,
  id: 'deleteSession',
  method: 'DELETE',
  path: '/app/api/sessions/{id}',
  summary: 'End a session, from its next request',
  idempotency: 'required',
  params: Type.Object({ id: PrefixedId('ses', 'Id of the session') }),
  response: deletedOf('DeletedSession', 'open_session', 'ses'),
  errors: ['NOT_FOUND'],
});
