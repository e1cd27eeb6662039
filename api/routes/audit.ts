import { AuditEntrySchema } from '../../domain/contract/audit.js';
import { listOf, PageOnly, presentPage } from '../../domain/contract/common.js';
import { findAudit } from '../../domain/identity/find-audit.js';
import { route } from '../route.js';
import { dashboard } from './session.js';

export const listAudit = route({
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
  async handle({ query, caller, deps }) {
    return presentPage(await findAudit(deps.db.manager, caller.accountId, query), (row) => row);
  },
});
