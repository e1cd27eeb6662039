import { expect } from 'chai';
import type { MediaQueue } from '../../domain/catalogue/queues.js';
import { parseEnv } from '../../runtime/env.js';
import { listMediaWorkers } from '../../workers/media-workers.js';
import { testEnv } from '../support/platform.js';
import { usePlatform } from '../support/use-platform.js';

describe("a process's media workers", () => {
  const api = usePlatform();
  const list = (extra: Record<string, string> = {}) =>
    listMediaWorkers(api.deps, parseEnv(testEnv(extra)));

  it('serve every queue, or only the configured ones', () => {
    const served = (queues: string) =>
      list({ WORKER_QUEUES: queues }).map(({ taskQueue }) => taskQueue);
    expect(served('')).to.deep.equal(['render', 'upstream', 'files']);
    expect(served('files,upstream')).to.deep.equal(['upstream', 'files']);
    expect(served('render')).to.deep.equal(['render']);
  });

  it('have separate slots, so that cheap work never waits for a slot of more expensive work', () => {
    const slots: Record<MediaQueue, string> = { render: '3', upstream: '400', files: '5' };
    const found = list({
      RENDER_SLOTS: slots.render,
      UPSTREAM_SLOTS: slots.upstream,
      FILES_SLOTS: slots.files,
    });
    const fixed = found.map((own) => [own.taskQueue, own.maxConcurrentActivityTaskExecutions]);
    expect(fixed).to.deep.equal([
      ['render', 3],
      ['upstream', undefined],
      ['files', 5],
    ]);
    const { tuner } = found.find(({ taskQueue }) => taskQueue === 'upstream') ?? {};
    expect(tuner).to.have.nested.include({
      'activityTaskSlotSupplier.minimumSlots': 20,
      'activityTaskSlotSupplier.maximumSlots': 400,
    });
  });
});
