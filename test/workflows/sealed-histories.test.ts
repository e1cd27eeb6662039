import { randomBytes } from 'node:crypto';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { expect } from 'chai';
import { buildConverterOptions } from '../../runtime/temporal-connection.js';
import { eventsIn, recordHistory, resultOf, typesOf } from '../support/recorder.js';
import { usePlatform } from '../support/use-platform.js';
import { workflowBundle } from '../support/workers.js';
import { ended, order, type Order } from './pipeline.js';

const key = (): string => randomBytes(32).toString('base64');
const bytesOf = (text: unknown): Buffer => Buffer.from(String(text), 'base64');

interface Leaf {
  readonly path: string;
  readonly value: unknown;
}

/** Fields by which the server orders and finds runs, so it must be able to read them. */
const OF_THE_SERVER = ['searchAttributes', 'priority'];

/** Lists every payload and every other text of an event, with its path. */
function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  if ('metadata' in value && 'data' in value) return [{ path, value }];
  return Object.entries(value).flatMap(([name, inner]) =>
    OF_THE_SERVER.includes(name) ? [] : leavesOf(inner, `${path}.${name}`),
  );
}

const isPayload = ({ value }: Leaf): boolean => typeof value === 'object' && value !== null;
const encodingOf = ({ value }: Leaf): string =>
  bytesOf((value as { metadata: Record<string, string> }).metadata['encoding']).toString();

describe('encrypted workflow histories', () => {
  const [first, older] = [key(), key()];
  const codecKeys = [first, older];
  const api = usePlatform({
    env: () => ({ TEMPORAL_CODEC_KEY: codecKeys.join(',') }),
    workers: {},
  });
  const runs: Order[] = [];
  before(async () => {
    for (const word of ['', ' simulate:content_blocked', ' simulate:provider_error=1']) {
      runs.push(await order(api, `a red fox in snow${word}`));
    }
    await Promise.all(runs.map((run) => ended(api, run)));
    await Promise.all(runs.map(({ id }) => resultOf(api.deps, id).catch(() => undefined)));
  });
  const historyOf = (id: string) => recordHistory(api.deps.temporal.client, id);

  it('contain only encrypted payloads, except for those that the server itself reads', async () => {
    const clear = new Set<string>();
    let encrypted = 0;
    for (const { id } of runs) {
      for (const event of eventsIn(await historyOf(id))) {
        for (const leaf of leavesOf(event).filter(isPayload)) {
          if (encodingOf(leaf) === 'binary/encrypted') encrypted += 1;
          else clear.add(leaf.path.replaceAll(/\.\d+/g, ''));
        }
      }
    }
    expect(encrypted).to.be.above(20);
    // The SDK writes the number, the type and the time of a local activity, and the ID of a patch,
    // without encryption.
    expect([...clear]).to.have.members(['.markerRecordedEventAttributes.details.data.payloads']);
  });

  it('never contain an account, model, provider, error or message', async () => {
    const { db } = api.deps;
    for (const { id, account, prompt } of runs) {
      const [row]: { error: { code: string; message: string } | null }[] = await db.query(
        'SELECT error FROM generation WHERE id = $1',
        [id],
      );
      // The server compares the type of a failure with the types that are not retried.
      const texts = eventsIn(await historyOf(id))
        .flatMap((event) => leavesOf(event))
        .filter(({ path }) => !path.endsWith('applicationFailureInfo.type'));
      const said = texts
        .map((leaf) =>
          isPayload(leaf) ? String(bytesOf((leaf.value as never)['data'])) : leaf.value,
        )
        .join('\n');
      const secrets = [account.accountId, prompt, 'fox', 'simulated', 'local-sketch', 'red'];
      const { code, message } = row?.error ?? { code: 'CONTENT_BLOCKED', message: 'no message' };
      for (const secret of [...secrets, code, message]) expect(said).to.not.include(secret);
      expect(said).to.include(id, 'the id of the run is its workflow id');
    }
  });

  it('replay with any of the keys, but not without a key', async () => {
    const [run] = runs;
    const history = historyFromJSON(JSON.parse(await historyOf(run?.id ?? '')));
    const bundle = await workflowBundle(true);
    const replay = (keys: readonly string[]) =>
      Worker.runReplayHistory(
        { workflowBundle: bundle, ...buildConverterOptions({ codecKeys: keys }) },
        history,
        run?.id,
      ).then(
        () => 'replayed',
        (error: unknown) => String(error),
      );
    expect(await replay([older, first])).to.equal('replayed', 'any key decrypts');
    expect(await replay([key()])).to.match(/ReplayError/);
  });

  it("show a run's summary only with the keys", async () => {
    const [run] = runs;
    const handle = api.deps.temporal.client.workflow.getHandle(run?.id ?? '');
    const described = await handle.describe();
    expect(await described.staticSummary())
      .to.be.a('string')
      .and.not.equal('');
    const { raw } = described;
    const summary = raw.executionConfig?.userMetadata?.summary;
    expect(String(summary?.metadata?.['encoding'])).to.equal('binary/encrypted');
  });

  it('have as many events as without a codec', async () => {
    const [plain] = runs;
    const types = typesOf(eventsIn(await historyOf(plain?.id ?? '')));
    expect(types.length).to.be.at.most(20);
  });
});
