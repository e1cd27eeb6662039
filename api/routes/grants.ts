import { Type } from 'typebox';
import { findGrants, revokeGrant } from '../../domain/agents/grants.js';
import { AgentGrantSchema } from '../../domain/contract/agent-grant.js';
import {
  deletedOf,
  listOf,
  PageOnly,
  PrefixedId,
  presentPage,
} from '../../domain/contract/common.js';
import { route } from '../route.js';
import { dashboard } from './session.js';

export const listGrants = route({
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
  async handle({ query, caller, deps }) {
    return presentPage(await findGrants(deps.db.manager, caller, query), (row) => row);
  },
});

export const deleteGrant = route({
  ...dashboard,
  id: 'deleteGrant',
  method: 'DELETE',
  path: '/app/api/grants/{id}',
  summary: 'End what an agent was allowed, at its next request',
  idempotency: 'required',
  params: Type.Object({ id: PrefixedId('agr', 'Id of the grant') }),
  response: deletedOf('DeletedAgentGrant', 'agent_grant', 'agr'),
  errors: ['NOT_FOUND'],
  async handle({ params, caller, claim, deps }) {
    return revokeGrant(deps, caller, claim, params.id);
  },
});
