import { exportUsage as readItems, type UsageItem } from '../../domain/accounts/export-usage.js';
import { readUsage } from '../../domain/accounts/read-usage.js';
import { presentPage } from '../../domain/contract/common.js';
import { presentMetadata } from '../../domain/contract/metadata.js';
import { route, StreamAnswer } from '../route.js';
import * as contracts from '../routes/usage.js';
import { writeCsv } from '../write-csv.js';

export const getUsage = route(contracts.getUsage, {
  async handle({ query: { group_by: by = 'model', ...query }, caller, deps }) {
    const page = await readUsage(deps.db.manager, caller.accountId, { ...query, by });
    return presentPage(page, (row) => row);
  },
});

const COLUMNS = [
  'id',
  'created_at',
  'type',
  'model',
  'status',
  'key_id',
  'credits',
  'refunded_credits',
  'metadata',
];

const toLine = (row: UsageItem) => [
  row.id,
  row.createdAt.toISOString(),
  row.type,
  row.model,
  row.status,
  row.keyId,
  row.credits,
  row.refundedCredits,
  JSON.stringify(presentMetadata(row.metadata)),
];

async function* toLines(batches: AsyncIterable<readonly UsageItem[]>) {
  for await (const rows of batches) yield rows.map(toLine);
}

export const exportUsage = route(contracts.exportUsage, {
  async handle({ query, caller: { accountId, scopes }, deps, edge }) {
    const wanted = { ...query, posts: scopes.includes('social') };
    const batches = readItems(deps.db.manager, accountId, wanted);
    const leave = edge.archives.enter(accountId);
    const csv = writeCsv(COLUMNS, toLines(batches));
    csv.once('close', leave);
    const day = new Date().toISOString().slice(0, 10);
    const name = `attachment; filename="usage-${day}.csv"`;
    return new StreamAnswer(csv, { 'Content-Disposition': name });
  },
});
