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
  summary: 'Read the audit log, newest first',
  idempotency: 'none',
  query: PageOnly('Without it: 50.'),
  response: listOf('AuditLog', AuditEntrySchema, 'Newest first'),
  errors: [],
});
