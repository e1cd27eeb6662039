import { SpanKind } from '@opentelemetry/api';
import { defaultPayloadConverter } from '@temporalio/common';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import { TRACE_HEADER, type TraceSinks } from '../domain/catalogue/traced-run.js';
import type { Deps } from '../runtime/deps.js';
import { withSpan } from '../tracing/span.js';
import { underTraceparent } from '../tracing/trace-context.js';
import { WORKFLOW_CODE } from '../runtime/workflow-code.js';

/** Opens the span of each attempt of a step, at the place in a trace that its run has told. */
const traceStep: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute(input, next) {
      const header = input.headers[TRACE_HEADER];
      if (header === undefined) return next(input);
      const { activityType, attempt, workflowExecution } = info;
      const attributes = {
        'temporal.workflow_id': workflowExecution?.workflowId,
        'temporal.attempt': attempt,
      };
      return underTraceparent(defaultPayloadConverter.fromPayload<string>(header), () =>
        withSpan(`RunActivity ${activityType}`, { kind: SpanKind.INTERNAL, attributes }, () =>
          next(input),
        ),
      );
    },
  },
});

/** What every worker is told for traces, whatever it runs. */
export function traceOptions({ env, tracing }: Pick<Deps, 'env' | 'tracing'>) {
  const sinks: InjectedSinks<TraceSinks> = {
    traces: { runEnded: { fn: (_, run) => tracing.recordRun(run) } },
  };
  // A prebuilt bundle has them already.
  const workflowModules = env.workflowBundle ? [] : WORKFLOW_CODE.workflowInterceptorModules;
  return { sinks, interceptors: { activity: [traceStep], workflowModules: [...workflowModules] } };
}
