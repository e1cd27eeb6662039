import { AuditEntrySchema } from '../../domain/contract/audit.js';
import { listOf, PageOnly } from '../../domain/contract/common.js';
import { dashboard } from './session.js';
import { contract } from '../contract.js';

export const listAudit = contract({
  ...dashboard,
  id: 'listAudit',
  right: 'members',
  method: 'GET',
  path: '/app/api/audit',
  summary: 'List audit log entries, newest first',
  idempotency: 'none',
  query: PageOnly('Default 50.'),
  response: listOf('AuditLog', AuditEntrySchema, 'Newest first'),
  errors: [],
});
