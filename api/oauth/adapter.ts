import OidcProvider, { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { DataSource } from 'typeorm';
import { endGrant } from '../../domain/agents/end-grant.js';
import {
  consumeRecord,
  findRecord,
  removeRecord,
  saveRecord,
  saveToken,
  type RecordModel,
  type TokenModel,
} from '../../domain/agents/records.js';
import { runInTurn, type TurnQueue } from '../../domain/ports/turns.js';
import { OAUTH } from './addresses.js';

interface AdapterContext {
  readonly db: DataSource;
  readonly publicUrl: string;
  readonly strangers: TurnQueue;
}

/**
 * Reads or writes records in the queue of the client's network, because the client is not
 * authenticated until its token is known. Metadata documents are fetched outside the queue.
 */
function runInClientTurn<T>({ strangers }: AdapterContext, work: () => Promise<T>): Promise<T> {
  const { ctx } = OidcProvider;
  return runInTurn(strangers, ctx?.ip ?? '', work, () => {
    ctx?.set('Retry-After', '1');
    const busy = new errors.TemporarilyUnavailable('too many requests are waiting, try again soon');
    return Object.assign(busy, { status: 503, statusCode: 503 });
  });
}

/** Lifetime of a self-registered client until a person allows it. */
const STRANGER_SECONDS = 86_400;

const TOKENS: readonly string[] = ['AuthorizationCode', 'AccessToken', 'RefreshToken'];
const isToken = (model: RecordModel): model is TokenModel => TOKENS.includes(model);

/** Stores the OAuth library's records in PostgreSQL, without their ids. */
class RecordAdapter implements Adapter {
  constructor(
    private readonly place: AdapterContext,
    private readonly model: RecordModel,
  ) {}

  /** Drops `jti` and `returnTo`, which contain the id, because the id is the credential. */
  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { jti: _jti, returnTo: _returnTo, ...kept } = payload;
    const { db } = this.place;
    const { model } = this;
    const network = OidcProvider.ctx?.ip ?? null;
    const record = { model, id, payload: kept, seconds: expiresIn ?? STRANGER_SECONDS, network };
    if (isToken(model)) {
      const { grantId } = payload;
      if (!grantId) throw new TypeError(`${model} without a grant`);
      const token = { ...record, model };
      const isAlive = await runInClientTurn(this.place, () =>
        db.transaction((tx) => saveToken(tx, token, grantId)),
      );
      if (!isAlive) throw new errors.InvalidGrant('the grant has ended');
    } else if (!(await runInClientTurn(this.place, () => saveRecord(db.manager, record)))) {
      throw new errors.TemporarilyUnavailable('too many requests are open, try again later');
    }
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { db, publicUrl } = this.place;
    const found = await runInClientTurn(this.place, () => findRecord(db.manager, this.model, id));
    if (!found) return undefined;
    const { payload, consumedAt } = found;
    return {
      ...payload,
      ...(this.model !== 'Client' && { jti: id }),
      ...(this.model === 'Interaction' && { returnTo: `${publicUrl}${OAUTH.authorize}/${id}` }),
      ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1_000) }),
    };
  }

  /**
   * Consumes a record. If two requests use the same code or token concurrently, the second request
   * fails.
   */
  async consume(id: string): Promise<void> {
    const { db } = this.place;
    if (await runInClientTurn(this.place, () => consumeRecord(db.manager, this.model, id))) return;
    throw new errors.InvalidGrant('it was used before');
  }

  async destroy(id: string): Promise<void> {
    const { db } = this.place;
    await runInClientTurn(this.place, async () => {
      if (this.model === 'Grant') await db.transaction((tx) => endGrant(tx, id));
      else await removeRecord(db.manager, this.model, id);
    });
  }

  /** Does nothing, because the grant is always revoked too, which removes its tokens. */
  async revokeByGrantId(): Promise<void> {}

  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}
}

/**
 * Drops the library's sessions: people are signed in to the dashboard, and each agent requests
 * access again.
 */
class EmptyRecordAdapter implements Adapter {
  async upsert(): Promise<void> {}
  async find(): Promise<undefined> {}
  async consume(): Promise<void> {}
  async destroy(): Promise<void> {}
  async revokeByGrantId(): Promise<void> {}
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
}

const KEPT: readonly string[] = ['Client', 'Interaction', 'Grant', ...TOKENS];
const isKept = (model: string): model is RecordModel => KEPT.includes(model);

export const createAdapters =
  (place: AdapterContext) =>
  (model: string): Adapter =>
    isKept(model) ? new RecordAdapter(place, model) : new EmptyRecordAdapter();
