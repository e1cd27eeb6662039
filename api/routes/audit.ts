import { AuditEntrySchema } from '../../domain/contract/audit.js';
import { buildListSchema, PageOnly } from '../../domain/contract/common.js';
import { dashboard } from './sessions.js';
import { defineContract } from '../contract.js';

export const listAudit = defineContract({
  ...dashboard,
  id: 'listAudit',
  right: 'members',
  method: 'GET',
  path: '/app/api/audit',
  summary: 'List audit log entries, newest first',
  idempotency: 'none',
  query: PageOnly('Default 50.'),
  response: buildListSchema('AuditLog', AuditEntrySchema, 'Newest first'),
  errors: [],
});
