import { SpanKind } from '@opentelemetry/api';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import { TRACE_HEADER } from '../domain/catalogue/traced-run.js';
import { withSpan } from '../tracing/span.js';
import { readTraceparent } from '../tracing/trace-context.js';

function withTrace(headers: Headers): Headers {
  const traceparent = readTraceparent();
  if (traceparent === null) return headers;
  return { ...headers, [TRACE_HEADER]: defaultPayloadConverter.toPayload(traceparent) };
}

const buildSpanFacts = (workflowId: string) => ({
  kind: SpanKind.CLIENT,
  attributes: { 'temporal.workflow_id': workflowId },
});

/**
 * Passes the trace context to each started run in a header, which adds no event to the run's
 * history.
 */
export const traceStarts: WorkflowClientInterceptor = {
  startWithDetails: (input, next) =>
    withSpan(`StartWorkflow ${input.workflowType}`, buildSpanFacts(input.options.workflowId), () =>
      next({ ...input, headers: withTrace(input.headers) }),
    ),
  startUpdateWithStart: (input, next) =>
    withSpan(
      `UpdateWorkflow ${input.updateName}`,
      buildSpanFacts(input.workflowStartOptions.workflowId),
      () => next({ ...input, workflowStartHeaders: withTrace(input.workflowStartHeaders) }),
    ),
};
