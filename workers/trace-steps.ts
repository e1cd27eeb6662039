import { SpanKind } from '@opentelemetry/api';
import { defaultPayloadConverter } from '@temporalio/common';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import { TRACE_HEADER, type TraceSinks } from '../domain/catalogue/traced-run.js';
import type { Deps } from '../runtime/deps.js';
import { withSpan } from '../tracing/span.js';
import { runUnderTraceparent } from '../tracing/trace-context.js';
import { WORKFLOW_CODE } from '../runtime/workflow-code.js';

/** Opens a span for each attempt of a step, under the trace context that the run passed. */
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
      return runUnderTraceparent(defaultPayloadConverter.fromPayload<string>(header), () =>
        withSpan(`RunActivity ${activityType}`, { kind: SpanKind.INTERNAL, attributes }, () =>
          next(input),
        ),
      );
    },
  },
});

/** Returns every worker's trace options. */
export function traceOptions({ env, tracing }: Pick<Deps, 'env' | 'tracing'>) {
  const sinks: InjectedSinks<TraceSinks> = {
    traces: { runEnded: { fn: (_, run) => tracing.recordRun(run) } },
  };
  // A prebuilt bundle already includes the interceptor modules.
  const workflowModules = env.workflowBundle ? [] : WORKFLOW_CODE.workflowInterceptorModules;
  return { sinks, interceptors: { activity: [traceStep], workflowModules: [...workflowModules] } };
}
