import { ScheduleOverlapPolicy, type ScheduleClient } from '@temporalio/client';
import { expect } from 'chai';
import { parseEnv } from '../../runtime/env.js';
import { createTemporal, type Temporal } from '../../runtime/temporal.js';
import {
  keepSchedules,
  makeMissingSchedules,
  type ScheduleRow,
} from '../../workers/keep-schedules.js';
import { testEnv } from '../support/platform.js';
import { until } from '../support/until.js';

const DAY_MINUTES = 24 * 60;
const ROW: ScheduleRow = {
  id: 'test-upkeep',
  workflowType: 'testUpkeep',
  everyMinutes: DAY_MINUTES,
};
const FOREIGN = 'test-of-somebody';

describe('Temporal schedules', () => {
  let temporal: Temporal;
  let schedules: ScheduleClient;
  const lines: string[] = [];
  const log = {
    info: (_fields: object, text?: string) => void lines.push(text ?? ''),
    warn: ({ err }: { err?: Error }, text?: string) => void lines.push(`${text}: ${err?.message}`),
  };
  before(() => {
    temporal = createTemporal(parseEnv(testEnv()));
    schedules = temporal.client.schedule;
  });
  beforeEach(() => void lines.splice(0));
  after(async () => {
    for (const id of [ROW.id, FOREIGN, 'test-gone']) {
      await schedules
        .getHandle(id)
        .delete()
        .catch(() => undefined);
    }
    await temporal.close();
  });

  const keep = (...rows: ScheduleRow[]) => keepSchedules(schedules, rows, log);
  const describeRow = (id = ROW.id) => schedules.getHandle(id).describe();
  /** Waits until the list, which is eventually consistent, contains the schedule or has lost it. */
  const listed = (id: string, wanted: boolean) =>
    until(`the list ${wanted ? 'contains' : 'no longer contains'} ${id}`, async () => {
      for await (const { scheduleId } of schedules.list()) if (scheduleId === id) return wanted;
      return !wanted;
    });

  it('are created as their row specifies', async () => {
    await keep(ROW);
    expect(lines).to.deep.equal(['created a schedule']);
    const { spec, action, policies } = await describeRow();
    expect(spec.intervals?.[0]?.every).to.equal(DAY_MINUTES * 60_000);
    expect([action.workflowType, action.taskQueue]).to.deep.equal(['testUpkeep', 'orchestrator']);
    expect(policies).to.include({ overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: 60_000 });
  });

  it('are created again only if they are missing', async () => {
    const other = { ...ROW, id: 'test-gone', workflowType: 'testUpkeepTwo' };
    await makeMissingSchedules(schedules, [{ ...ROW, everyMinutes: 5 }, other], log);
    expect(lines).to.deep.equal(['created a missing schedule again']);
    expect((await describeRow()).spec.intervals?.[0]?.every).to.equal(DAY_MINUTES * 60_000);
    expect((await describeRow(other.id)).action.workflowType).to.equal('testUpkeepTwo');
    await schedules.getHandle(other.id).delete();
  });

  it('stay unchanged if nothing has changed', async () => {
    await keep(ROW);
    expect(lines).to.deep.equal([]);
    expect((await describeRow()).info.lastUpdatedAt).to.equal(undefined);
  });

  it('adopt the interval, workflow and policies of their row, and keep a pause with its note', async () => {
    await schedules.getHandle(ROW.id).pause('the store is being moved');
    await schedules.getHandle(ROW.id).update((previous) => ({
      ...previous,
      policies: { ...previous.policies, overlap: ScheduleOverlapPolicy.ALLOW_ALL },
    }));
    await keep({ ...ROW, workflowType: 'testUpkeepTwo', everyMinutes: 2 * DAY_MINUTES });
    expect(lines).to.deep.equal(['updated a schedule']);
    const { spec, action, policies, state } = await describeRow();
    expect(spec.intervals?.[0]?.every).to.equal(2 * DAY_MINUTES * 60_000);
    expect(action.workflowType).to.equal('testUpkeepTwo');
    expect(policies.overlap).to.equal(ScheduleOverlapPolicy.SKIP);
    expect(state).to.include({ paused: true, note: 'the store is being moved' });
  });

  it('stay unchanged if another application created them, even if their id is in our table', async () => {
    const action = { type: 'startWorkflow', workflowType: 'theirs', taskQueue: 'theirs' } as const;
    const spec = { intervals: [{ every: 7 * DAY_MINUTES * 60_000 }] };
    await schedules.create({ scheduleId: FOREIGN, spec, action, state: { paused: true } });
    await keep({ ...ROW, id: FOREIGN });
    expect(lines.join()).to.match(/another application has created a schedule with this id/);
    await listed(FOREIGN, true);
    await keep(ROW);
    expect((await describeRow(FOREIGN)).action.workflowType).to.equal('theirs');
  });

  it('are adopted if an earlier version created them without our memo', async () => {
    const id = 'test-gone';
    await schedules.create({
      scheduleId: id,
      spec: { intervals: [{ every: '1 day' }] },
      action: { type: 'startWorkflow', workflowType: 'testGone', taskQueue: 'orchestrator' },
      state: { paused: true, note: 'by an operator' },
    });
    await keep(ROW, { id, workflowType: 'testGone', everyMinutes: DAY_MINUTES });
    const { action, state } = await describeRow(id);
    expect(action.memo).to.deep.equal({ madeBy: 'media-generation-platform' });
    expect(state).to.include({ paused: true, note: 'by an operator' });
  });

  it('are deleted once their row is gone', async () => {
    await listed('test-gone', true);
    await keep(ROW);
    expect(lines).to.include('deleted a schedule whose row was removed');
    await listed('test-gone', false);
    expect((await describeRow()).scheduleId).to.equal(ROW.id);
  });

  it('are skipped with a log line while Temporal is unreachable', async () => {
    const away = createTemporal(parseEnv(testEnv({ TEMPORAL_ADDRESS: '127.0.0.1:1' })));
    await keepSchedules(away.client.schedule, [ROW], log, 100);
    expect(lines).to.have.length(2);
    await away.close();
  });
});
