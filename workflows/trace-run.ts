import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import {
  proxySinks,
  workflowInfo,
  type ActivityInput,
  type LocalActivityInput,
  type Next,
  type WorkflowExecuteInput,
  type WorkflowInboundCallsInterceptor,
  type WorkflowInterceptors,
  type WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow';
import { TRACE_HEADER, type TraceSinks } from '../domain/catalogue/traced-run.js';

const { traces } = proxySinks<TraceSinks>();

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/;

/**
 * Passes the trace context from the run's start to its steps, in a header of existing events: it
 * adds no event, and replay does not compare it. Does nothing if the run's start was not traced.
 */
class TracedRun implements WorkflowInboundCallsInterceptor, WorkflowOutboundCallsInterceptor {
  private steps: Headers = {};

  async execute(
    input: WorkflowExecuteInput,
    next: Next<WorkflowInboundCallsInterceptor, 'execute'>,
  ): Promise<unknown> {
    const traceparent = readHeader(input.headers);
    const [, trace, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
    if (traceparent === null || trace === undefined) return next(input);
    const { workflowType, workflowId, runId } = workflowInfo();
    // The end of a run id is random, and the same in every replay.
    const spanId = runId.replaceAll('-', '').slice(-16);
    const place = defaultPayloadConverter.toPayload(`00-${trace}-${spanId}-${flags}`);
    this.steps = { [TRACE_HEADER]: place };
    const startedAtMs = Date.now();
    const end = (failure: string | null) =>
      traces.runEnded({
        workflowType,
        workflowId,
        traceparent,
        spanId,
        startedAtMs,
        endedAtMs: Date.now(),
        failure,
      });
    try {
      const result = await next(input);
      end(null);
      return result;
    } catch (error) {
      end(describeFailureType(error));
      throw error;
    }
  }

  scheduleActivity(
    input: ActivityInput,
    next: Next<WorkflowOutboundCallsInterceptor, 'scheduleActivity'>,
  ): Promise<unknown> {
    return next({ ...input, headers: { ...input.headers, ...this.steps } });
  }

  scheduleLocalActivity(
    input: LocalActivityInput,
    next: Next<WorkflowOutboundCallsInterceptor, 'scheduleLocalActivity'>,
  ): Promise<unknown> {
    return next({ ...input, headers: { ...input.headers, ...this.steps } });
  }
}

function readHeader(headers: Headers): string | null {
  const payload = headers[TRACE_HEADER];
  return payload === undefined ? null : defaultPayloadConverter.fromPayload<string>(payload);
}

/** Returns the public code of a failure that we threw, or else its class name. */
function describeFailureType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { type } = error as { type?: unknown };
  return typeof type === 'string' ? type : error.name;
}

export function interceptors(): WorkflowInterceptors {
  const run = new TracedRun();
  return { inbound: [run], outbound: [run] };
}
