import { Type } from 'typebox';
import { AgentGrantSchema } from '../../domain/contract/agent-grant.js';
import { deletedOf, listOf, PageOnly, PrefixedId } from '../../domain/contract/common.js';
import { dashboard } from './session.js';
import { contract } from '../contract.js';

export const listGrants = contract({
  ...dashboard,
  id: 'listGrants',
  method: 'GET',
  path: '/app/api/grants',
  summary: 'List the agents that are let in, newest first',
  description: 'An owner sees those of the whole team, others their own.',
  idempotency: 'none',
  query: PageOnly('Without it: every agent, 100 at most.'),
  response: listOf('AgentGrantList', AgentGrantSchema, 'Newest first'),
  errors: [],
});

export const deleteGrant = contract({
  ...dashboard,
  id: 'deleteGrant',
  method: 'DELETE',
  path: '/app/api/grants/{id}',
  summary: 'End what an agent was allowed, at its next request',
  idempotency: 'required',
  params: Type.Object({ id: PrefixedId('agr', 'Id of the grant') }),
  response: deletedOf('DeletedAgentGrant', 'agent_grant', 'agr'),
  errors: ['NOT_FOUND'],
});
