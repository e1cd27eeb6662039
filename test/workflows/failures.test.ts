import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  ChildWorkflowFailure,
  RetryState,
  ServerFailure,
  TemporalFailure,
  TerminatedFailure,
  TimeoutFailure,
} from '@temporalio/common';
import { expect } from 'chai';
import { describeWait } from '../../workflows/describe-run.js';
import { readFailure } from '../../workflows/failures.js';

const ofActivity = (cause?: Error) =>
  new ActivityFailure('failed', 'step', '1', RetryState.MAXIMUM_ATTEMPTS_REACHED, '', cause);

describe('readFailure', () => {
  const execution = { workflowId: 'id', runId: 'run' };
  const child = new ChildWorkflowFailure('default', execution, 'child', 'TIMEOUT', undefined);
  const cases: readonly [string, Error, string][] = [
    [
      'a failure of a known type',
      ofActivity(ApplicationFailure.create({ type: 'ContentPolicy', message: 'why' })),
      'content_blocked',
    ],
    [
      'a failure without a type',
      ofActivity(ApplicationFailure.create({ message: 'why' })),
      'unknown',
    ],
    [
      'a failure of a local activity',
      ApplicationFailure.create({ type: 'StorageUnavailable', message: 'why' }),
      'storage',
    ],
    ['a failure without a cause', ofActivity(), 'unknown'],
    [
      'a failure caused by a stopped worker',
      ofActivity(new CancelledFailure('WORKER_SHUTDOWN')),
      'unknown',
    ],
    ['a failure caused by termination', ofActivity(new TerminatedFailure('terminated')), 'unknown'],
    ['a failure caused by the server', ofActivity(new ServerFailure('internal', true)), 'unknown'],
    [
      'a timeout before any worker started',
      ofActivity(new TimeoutFailure('late', null, 'SCHEDULE_TO_START')),
      'not_started',
    ],
    [
      'a timeout during a run that takes too long',
      ofActivity(new TimeoutFailure('late', null, 'START_TO_CLOSE')),
      'timeout',
    ],
    ['a failure of a child workflow', child, 'unknown'],
    ['a failure of an unknown type', new TemporalFailure('strange'), 'unknown'],
    ['a cancellation without a reason', new CancelledFailure('cancelled'), 'unknown'],
  ];
  for (const [what, error, kind] of cases) {
    it(`maps ${what} to ${kind}`, () => {
      const failure = readFailure(error);
      expect(failure.kind).to.equal(kind);
      expect(failure.message).to.not.equal('');
    });
  }

  it('rethrows a workflow bug, so that fixed code can continue the run', () => {
    const bug = new TypeError('undefined is not a function');
    expect(() => readFailure(bug)).to.throw(bug);
  });
});

describe('describeWait', () => {
  for (const [seconds, text] of [
    [1, '1 s'],
    [45, '45 s'],
    [50, '1 min'],
    [60, '1 min'],
    [299.8, '5 min'],
    [1_800, '30 min'],
    [7_199, '2 h'],
    [43_200, '12 h'],
  ] as const) {
    it(`writes ${seconds} s as ${text}`, () => {
      expect(describeWait(seconds * 1_000)).to.equal(text);
    });
  }
});
