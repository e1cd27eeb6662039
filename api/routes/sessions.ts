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
  summary: 'List the open sessions, newest first',
  description: 'An owner sees those of the whole team, others their own.',
  idempotency: 'none',
  query: PageOnly('Without it: every session, 200 at most.'),
  response: listOf('OpenSessionList', OpenSessionSchema, 'Newest first'),
  errors: [],
});

export const deleteSession = contract({
  ...dashboard,
  id: 'deleteSession',
  method: 'DELETE',
  path: '/app/api/sessions/{id}',
  summary: 'End a session at its next request',
  idempotency: 'required',
  params: Type.Object({ id: PrefixedId('ses', 'Id of the session') }),
  response: deletedOf('DeletedSession', 'open_session', 'ses'),
  errors: ['NOT_FOUND'],
});
