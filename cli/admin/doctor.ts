import type { EntityManager } from 'typeorm';
import { listStuck } from '../../domain/operator/stuck-rows.js';
import { checkInvariants, type Violation } from '../../domain/ledger/invariants.js';
import type { Command } from './command.js';
import { examineRuns, NEVER_DISPATCHED } from './untaken-runs.js';
import { queryRows } from '../../entities/rows.js';

/** The rules of a healthy platform. Each query returns the rows that break its rule. */
const RULES = [
  {
    invariant: 'stale_start',
    rule: 'a workflow is started within five minutes of its request',
    query: `SELECT workflow_id, account_id, attempts, last_error, created_at FROM workflow_start
      WHERE created_at < now() - interval '5 minutes' ORDER BY created_at`,
  },
  {
    invariant: 'stuck_delivery',
    rule: 'a webhook attempt is made within half an hour of its time',
    query: `SELECT id, endpoint_id, status, attempts, next_attempt_at, created_at
      FROM webhook_delivery WHERE status IN ('pending', 'delivering')
        AND coalesce(next_attempt_at, created_at) < now() - interval '30 minutes'
      ORDER BY created_at`,
  },
] as const;

/** Maximum number of rows shown per broken rule. */
const SHOWN_MAX = 10;

async function findViolations(tx: EntityManager, reconcileAfter: number): Promise<Violation[]> {
  const violations = await checkInvariants(tx);
  const generations = await listStuck(tx, 'generation', reconcileAfter, SHOWN_MAX);
  if (generations.length > 0) {
    const rule = `a generation that is open for ${reconcileAfter} s has a run that was recently seen alive`;
    violations.push({ invariant: 'stuck_generation', rule, rows: generations });
  }
  const posts = await listStuck(tx, 'social_post', reconcileAfter, SHOWN_MAX);
  if (posts.length > 0) {
    const rule = `a post that is due for ${reconcileAfter} s has a run that was recently seen alive`;
    violations.push({ invariant: 'stuck_post', rule, rows: posts });
  }
  for (const { invariant, rule, query } of RULES) {
    const rows = await queryRows(tx, `${query} LIMIT ${SHOWN_MAX}`);
    if (rows.length > 0) violations.push({ invariant, rule, rows });
  }
  return violations;
}

/** Checks that the ledger is consistent and that no work is stuck. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Check the ledger and find stuck work; exit code 1 if anything is wrong',
  async run(admin) {
    // Uses one snapshot, so that concurrent credit movements do not look like violations.
    const found = await admin.db.transaction('REPEATABLE READ', (tx) =>
      findViolations(tx, admin.env.reconcileAfterSeconds),
    );
    const runs = await examineRuns(admin, SHOWN_MAX);
    const violations = [...found, ...(runs ?? [])];
    const ok = violations.length === 0;
    return {
      data: { ok, violations, not_checked: runs ? [] : [NEVER_DISPATCHED] },
      exitCode: ok ? 0 : 1,
      text: [ok ? 'Everything is in order.' : describe(violations), ...(runs ? [] : [AWAY])].join(
        '\n',
      ),
    };
  },
};

const AWAY = 'Temporal did not answer, so it was not checked whether workers pick up started runs.';

function describe(violations: readonly Violation[]): string {
  return violations
    .map(({ invariant, rule, rows }) =>
      [`BROKEN  ${invariant}: ${rule}`, ...rows.map((row) => `  ${JSON.stringify(row)}`)].join(
        '\n',
      ),
    )
    .join('\n');
}
