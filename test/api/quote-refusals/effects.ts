import { expect } from 'chai';
import type { ObjectStore } from '../../../domain/ports/object-store.js';
import type { Deps } from '../../../runtime/deps.js';
import type { UploadSuite } from '../uploads-rig.js';

/** Finds what a request leaves behind: rows, counts, objects, workflow runs, and requests to another site. */
export class Effects {
  /** Tables that workers of the same process write to, independently of requests. */
  readonly unwatched: { store?: ObjectStore } = {};
  private calls = 0;

  /** Counts the calls of these dependencies that write. */
  watch(deps: Deps): Deps {
    const counted =
      <A extends unknown[], R>(call: (...args: A) => R) =>
      (...args: A): R => {
        this.calls += 1;
        return call(...args);
      };
    const { store, temporal, fetchFile } = deps;
    this.unwatched.store = store;
    const writes: Pick<ObjectStore, 'put' | 'putFile' | 'copy' | 'remove'> = {
      put: counted((...args) => store.put(...args)),
      putFile: counted((...args) => store.putFile(...args)),
      copy: counted((...args) => store.copy(...args)),
      remove: counted((...args) => store.remove(...args)),
    };
    const finalise = counted((...args: Parameters<typeof temporal.finalise>) =>
      temporal.finalise(...args),
    );
    const fromUrl = counted((...args: Parameters<typeof fetchFile.fromUrl>) =>
      fetchFile.fromUrl(...args),
    );
    return {
      ...deps,
      store: { ...store, ...writes },
      temporal: { ...temporal, finalise },
      startWorkflow: counted((start) => deps.startWorkflow(start)),
      fetchFile: { ...fetchFile, fromUrl },
    };
  }

  /** Runs a request of an account and checks that it has no side effects. */
  async none<T>(suite: UploadSuite, accountId: string, act: () => Promise<T>): Promise<T> {
    const before = await this.state(suite, accountId);
    const waiting = await startsOf(suite, accountId);
    const result = await act();
    expect(await this.state(suite, accountId), 'side effects').to.deep.equal(before);
    // A start that was already waiting may have ended meanwhile, but a new start is not allowed.
    expect(waiting).to.include.members(await startsOf(suite, accountId));
    return result;
  }

  private async state(suite: UploadSuite, accountId: string): Promise<object> {
    const [rows] = await suite.db.query(
      `SELECT (SELECT array_agg(u::text ORDER BY id) FROM upload u WHERE account_id = $1) AS uploads,
         (SELECT array_agg(d::text) FROM daily_usage d WHERE account_id = $1) AS usage,
         (SELECT count(*) FROM key_month m JOIN api_key k ON k.id = m.key_id
          WHERE k.account_id = $1) AS months`,
      [accountId],
    );
    const others = await suite.footprint(accountId);
    return { ...rows, ...others, visits: suite.site.visits.length, calls: this.calls };
  }
}

async function startsOf(suite: UploadSuite, accountId: string): Promise<string[]> {
  const sql = 'SELECT workflow_id AS id FROM workflow_start WHERE account_id = $1';
  const rows: { id: string }[] = await suite.db.query(sql, [accountId]);
  return rows.map(({ id }) => id);
}
