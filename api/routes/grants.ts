import { Type } from 'typebox';
import { AgentGrantSchema } from '../../domain/contract/agent-grant.js';
import {
  buildDeletedSchema,
  buildListSchema,
  PageOnly,
  PrefixedId,
} from '../../domain/contract/common.js';
import { dashboard } from './sessions.js';
import { defineContract } from '../contract.js';

export const listGrants = defineContract({
  ...dashboard,
  id: 'listGrants',
  method: 'GET',
  path: '/app/api/grants',
  summary: 'List connected agents, newest first',
  description: "Owners see the whole team's agents; other members see only their own.",
  idempotency: 'none',
  query: PageOnly('Default: all agents, at most 100.'),
  response: buildListSchema('AgentGrantList', AgentGrantSchema, 'Newest first'),
  errors: [],
});

export const deleteGrant = defineContract({
  ...dashboard,
  id: 'deleteGrant',
  method: 'DELETE',
  path: '/app/api/grants/{id}',
  summary: "Revoke an agent's access",
  idempotency: 'required',
  params: Type.Object({ id: PrefixedId('agr', 'Grant ID') }),
  response: buildDeletedSchema('DeletedAgentGrant', 'agent_grant', 'agr'),
  errors: ['NOT_FOUND'],
});
