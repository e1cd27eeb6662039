import { msToNumber } from '@temporalio/common/lib/time.js';
import { expect } from 'chai';
import { SLACK_MS } from '../../activities/keep-alive.js';
import { FAILURES } from '../../domain/catalogue/failure-retries.js';
import { findQueue, PRIORITY, QUEUES } from '../../domain/catalogue/queues.js';
import * as policies from '../../workflows/policies.js';
import { findGrace } from '../../workers/worker-options.js';
import { COMMIT_MS_MAX } from '../../domain/catalogue/publish-retries.js';
import { ORDER_MS_MAX } from '../../domain/ports/provider.js';
import { RETRY_AFTER_MAX_MS } from '../../workflows/next-step.js';

/** Replay does not detect a change of these figures, so the tests repeat each figure. */
describe('workflow policies', () => {
  it("move database steps out of the workflow task after 5 s, before the SDK's 8 s limit", () => {
    expect(policies.quickDb).to.deep.equal({
      startToCloseTimeout: '3s',
      scheduleToCloseTimeout: '5s',
      retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumAttempts: 4 },
    });
  });

  it('retry database steps outside the task until PostgreSQL responds', () => {
    expect(policies.insistentDb).to.deep.equal({
      taskQueue: QUEUES.orchestrator,
      startToCloseTimeout: '15s',
      retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
    });
  });

  it('start a paid call within 30 minutes or refund it, and detect a lost worker within 45 s', () => {
    expect(policies.paidUpstream).to.deep.equal({
      taskQueue: QUEUES.upstream,
      scheduleToStartTimeout: '30m',
      startToCloseTimeout: '5m',
      heartbeatTimeout: '45s',
      cancellationType: 'TRY_CANCEL',
      retry: { initialInterval: '500ms', maximumInterval: '15s', maximumAttempts: 40 },
    });
  });

  it('allow 35 minutes for a clip, but otherwise treat it as a paid call', () => {
    expect(policies.filming).to.deep.equal({
      ...policies.paidUpstream,
      startToCloseTimeout: '35m',
    });
  });

  it('limit a text or an analysis to two attempts of 30 s, because neither is required', () => {
    expect(policies.readUpstream).to.deep.equal({
      ...policies.paidUpstream,
      startToCloseTimeout: '30s',
      heartbeatTimeout: '15s',
      retry: { initialInterval: '500ms', maximumAttempts: 2 },
    });
    expect(policies.analysis).to.deep.equal({ ...policies.readUpstream, taskQueue: QUEUES.files });
  });

  it('give storage 10 minutes, enough for the largest file at 1 MB/s, with free retries', () => {
    expect(policies.bulkTransfer).to.deep.equal({
      ...policies.paidUpstream,
      taskQueue: QUEUES.files,
      startToCloseTimeout: '10m',
      heartbeatTimeout: '15s',
    });
    expect(policies.encoding).to.deep.equal({ ...policies.bulkTransfer, taskQueue: QUEUES.render });
  });

  it('detect a lost rendering worker sooner than a worker that may have placed an order', () => {
    const local = { provider: 'local', upstreamModel: 'studio' };
    expect(policies.routeToSource(local)).to.deep.equal({
      taskQueue: QUEUES.render,
      heartbeatTimeout: '15s',
    });
    expect(policies.routeToSource({ provider: 'fal', upstreamModel: 'any' })).to.deep.equal({
      taskQueue: QUEUES.upstream,
      heartbeatTimeout: '45s',
    });
  });

  it('give a stopping worker enough time to place any order and record it', () => {
    expect([
      findGrace(QUEUES.upstream),
      findGrace(QUEUES.render),
      findGrace(QUEUES.files),
    ]).to.deep.equal([75_000, 30_000, 30_000]);
    expect(findGrace(QUEUES.upstream)).to.be.above(ORDER_MS_MAX + 10_000);
  });

  it('use the render queue only for rendering and encoding, and not for vendors and files', () => {
    expect(findQueue({ provider: 'local', upstreamModel: 'studio' })).to.equal(QUEUES.render);
    expect(findQueue({ provider: 'fal', upstreamModel: 'any' })).to.equal(QUEUES.upstream);
    const queues = Object.entries(policies).flatMap(([name, policy]) =>
      'taskQueue' in policy ? [[name, policy.taskQueue]] : [],
    );
    expect(Object.fromEntries(queues)).to.deep.equal({
      insistentDb: 'orchestrator',
      paidUpstream: 'upstream',
      filming: 'upstream',
      readUpstream: 'upstream',
      analysis: 'files',
      bulkTransfer: 'files',
      commit: 'upstream',
      platformCall: 'upstream',
      renditions: 'render',
      encoding: 'render',
      fileCheck: 'files',
      subjectAnalysis: 'files',
      portrait: 'render',
      webhookAttempt: 'outbound',
      upkeep: 'files',
      resigning: 'files',
    });
  });

  it("retry a subject's analysis for ten minutes, with no limit on waiting", () => {
    expect(policies.subjectAnalysis).to.deep.equal({
      taskQueue: QUEUES.files,
      startToCloseTimeout: '1m',
      heartbeatTimeout: '15s',
      retry: { initialInterval: '1s', maximumInterval: '1m', maximumAttempts: 16 },
    });
    const waits = Array.from({ length: 15 }, (_, retry) => Math.min(60, 2 ** retry));
    expect(waits.reduce((sum, wait) => sum + wait, 0) / 60).to.be.within(9.5, 10.5);
  });

  it('retry a portrait for ten minutes, free of charge until it is drawn', () => {
    expect(policies.portrait).to.deep.equal({
      taskQueue: QUEUES.render,
      scheduleToCloseTimeout: '10m',
      startToCloseTimeout: '30s',
      heartbeatTimeout: '15s',
      retry: { initialInterval: '500ms', maximumInterval: '10s' },
    });
  });

  const column = <Name extends keyof (typeof FAILURES)['timeout']>(name: Name) =>
    Object.fromEntries(Object.entries(FAILURES).map(([kind, row]) => [kind, row[name]]));

  it('try a provider three times if retrying helps and once after a refusal, and retry storage for 30 s', () => {
    expect(column('waitsMs')).to.deep.equal({
      unavailable: [1_000, 3_000],
      rate_limited: [1_000, 3_000],
      timeout: [1_000],
      rejected: [],
      content_blocked: [],
      uncertain: [],
      undeliverable: [1_000, 5_000],
      storage: [1_000, 2_000, 4_000, 8_000, 16_000],
      not_started: [],
      unknown: [],
    });
  });

  it('fall back to a route that may respond differently, but never after a paid result', () => {
    expect(column('after')).to.deep.equal({
      unavailable: 'next',
      rate_limited: 'next',
      timeout: 'next',
      rejected: 'next',
      content_blocked: 'stop',
      uncertain: 'stop',
      undeliverable: 'stop',
      storage: 'stop',
      not_started: 'stop',
      unknown: 'stop',
    });
  });

  it('assign storage and queue failures to their own stage, and other failures to the current stage', () => {
    const { storage, undeliverable, not_started: notStarted, ...others } = column('stage');
    expect({ storage, undeliverable, notStarted }).to.deep.equal({
      storage: 'storage',
      undeliverable: 'storage',
      notStarted: 'queue',
    });
    expect(Object.values(others)).to.deep.equal(Object.values(others).map(() => null));
  });

  it('give a failed generation a public code that does not name the provider', () => {
    expect(column('code')).to.deep.equal({
      unavailable: 'PROVIDER_ERROR',
      rate_limited: 'RATE_LIMIT',
      timeout: 'TIMEOUT',
      rejected: 'PROVIDER_ERROR',
      content_blocked: 'CONTENT_BLOCKED',
      uncertain: 'PROVIDER_ERROR',
      undeliverable: 'PROVIDER_ERROR',
      storage: 'UNKNOWN',
      not_started: 'TIMEOUT',
      unknown: 'UNKNOWN',
    });
  });

  it('demote a route only for its own failures, never for an invalid request', () => {
    const blaming = Object.entries(column('blamesSource')).filter(([, blames]) => blames);
    expect(blaming.map(([kind]) => kind)).to.have.members([
      'unavailable',
      'rate_limited',
      'timeout',
    ]);
  });

  it('give every kind of failure its own Temporal type, so that the workflow can distinguish them', () => {
    const types = Object.values(column('type')).filter((type) => type !== null);
    expect(new Set(types).size).to.equal(types.length);
  });

  it('limit the delay that a provider requests to a minute, so that the next route is used soon', () => {
    expect(RETRY_AFTER_MAX_MS).to.equal(60_000);
  });

  it('give every step with heartbeats far more time than it needs to end by itself', () => {
    const beating = Object.values(policies).flatMap((policy) =>
      'heartbeatTimeout' in policy && 'taskQueue' in policy ? [policy] : [],
    );
    expect(beating).to.have.length(14);
    for (const { startToCloseTimeout = 0 } of beating) {
      expect(msToNumber(startToCloseTimeout)).to.be.at.least(6 * SLACK_MS);
    }
  });

  it('give work in progress priority over waiting work, and do not hold a slot during a wait', () => {
    expect(PRIORITY).to.deep.equal({ underWay: 2, waiting: 4, background: 5 });
    expect(policies.underWay).to.deep.equal({
      priority: { priorityKey: PRIORITY.underWay },
      scheduleToStartTimeout: '45m',
    });
    const longest = Math.max(
      ...Object.values(policies).map((policy) =>
        'startToCloseTimeout' in policy ? msToNumber(policy.startToCloseTimeout ?? 0) : 0,
      ),
    );
    expect(msToNumber('45m')).to.be.above(longest);
  });

  it('give a webhook attempt 10 s plus the time to record it, and retry the recording', () => {
    expect(policies.webhookAttempt).to.deep.equal({
      taskQueue: QUEUES.outbound,
      startToCloseTimeout: '20s',
      cancellationType: 'TRY_CANCEL',
      retry: { initialInterval: '1s', maximumInterval: '30s' },
    });
  });

  it('give a platform call 15 minutes, and detect a lost worker within 15 s', () => {
    expect(policies.platformCall).to.deep.equal({
      taskQueue: QUEUES.upstream,
      startToCloseTimeout: '15m',
      heartbeatTimeout: '15s',
      cancellationType: 'TRY_CANCEL',
      priority: { priorityKey: PRIORITY.underWay },
      retry: { initialInterval: '500ms', maximumInterval: '15s', maximumAttempts: 40 },
    });
    expect(policies.renditions).to.deep.equal({
      ...policies.platformCall,
      taskQueue: QUEUES.render,
    });
  });

  it('send the publishing request only once, and keep its worker running longer than the response may take', () => {
    expect(policies.commit).to.deep.equal({
      ...policies.platformCall,
      startToCloseTimeout: '2m',
      retry: { maximumAttempts: 1 },
    });
    expect(msToNumber(policies.commit.startToCloseTimeout ?? 0)).to.be.above(COMMIT_MS_MAX);
    expect(findGrace(QUEUES.upstream)).to.be.above(COMMIT_MS_MAX);
  });
});
