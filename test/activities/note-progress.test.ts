import { expect } from 'chai';
import { noteProgress } from '../../activities/note-progress.js';
import type { ReportedProgress } from '../../domain/generations/record-reported.js';

describe('progress that a provider reports', () => {
  const rig = (fails = false) => {
    const stored: ReportedProgress[] = [];
    const heartbeats: object[] = [];
    const reportState = noteProgress(
      (details) => void heartbeats.push(details),
      async (reported) => {
        stored.push(reported);
        if (fails) throw new Error('away');
      },
    );
    return { reportState, stored, heartbeats };
  };

  it('is stored when it changes, at most once a second, and always sent as a heartbeat', () => {
    const { reportState, stored, heartbeats } = rig();
    reportState({ state: 'sending' });
    reportState({ state: 'queued', position: 3 });
    reportState({ state: 'queued', position: 2 });
    expect(stored).to.deep.equal([{ position: 3, fraction: null }]);
    expect(heartbeats).to.have.length(3);
  });

  it('includes the completed fraction only if it is a number from 0 to 1', () => {
    for (const [progress, fraction] of [
      [0.5, 0.5],
      [1, 1],
    ] as const) {
      const { reportState, stored } = rig();
      reportState({ progress });
      expect(stored).to.deep.equal([{ position: null, fraction }]);
    }
    for (const progress of [null, -1, 50, '0.5', 0.04]) {
      const { reportState, stored } = rig();
      reportState({ progress });
      expect(stored.filter(({ fraction }) => (fraction ?? 0) > 0.04)).to.deep.equal([]);
    }
  });

  it('omits a negative or fractional position', () => {
    for (const position of [-1, 1.5, '3', null]) {
      const { reportState, stored } = rig();
      reportState({ position, progress: 0.5 });
      expect(stored).to.deep.equal([{ position: null, fraction: 0.5 }]);
    }
  });

  it('never makes a step fail', async () => {
    const { reportState, stored } = rig(true);
    reportState({ progress: 0.5 });
    await Promise.resolve();
    expect(stored).to.have.length(1);
  });
});
