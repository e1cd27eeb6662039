import { Text, Timeline } from '@mantine/core';
import type { Generation, TimelineEntry, TimelineResolution } from '../../api/contract';
import { Moment } from '../../components/moment';
import { formatCredits } from '../../format/numbers';
import { formatDuration, formatMoment } from '../../format/times';

interface CoursePoint {
  readonly at: number;
  readonly title: string;
  readonly words: string;
  readonly color: string;
}

const RESOLUTIONS: Record<TimelineResolution, string> = {
  continued_without_analysis: 'Continued without the analysis',
  retried: 'Retried',
  // Either another provider was used or the result differs from the request; only the message says
  // which.
  fallback: 'Continued differently (see details)',
  stopped: 'Gave up',
};

const describeEntry = ({ stage, resolution }: TimelineEntry): string =>
  stage === 'prompt_merge' && resolution === 'fallback'
    ? 'Part of the request was ignored'
    : RESOLUTIONS[resolution];

/** Lists the timeline from the request to the result. */
function listCoursePoints(generation: Generation): readonly CoursePoint[] {
  const { created_at: at, completed_at: end, credits, refunded_credits: refunded } = generation;
  const accepted: CoursePoint = {
    at,
    title: 'Created',
    words: `${formatCredits(credits)} reserved`,
    color: 'gray',
  };
  const failures = generation.timeline.map((entry) => ({
    at: entry.at,
    title: describeEntry(entry),
    words: entry.status === null ? entry.message : `${entry.message} (status ${entry.status})`,
    color: entry.resolution === 'stopped' ? 'red' : 'yellow',
  }));
  if (end === null) return [accepted, ...failures];
  const { status, error } = generation;
  const ending: CoursePoint =
    status === 'completed'
      ? { at: end, title: 'Completed', words: `${formatCredits(credits)} charged`, color: 'teal' }
      : {
          at: end,
          title: status === 'failed' ? 'Failed' : 'Cancelled',
          // The notice at the top of the page has the message.
          words: refunded > 0 ? `${formatCredits(refunded)} refunded` : (error?.message ?? ''),
          color: status === 'failed' ? 'red' : 'gray',
        };
  return [accepted, ...failures, ending];
}

export function Course({ generation }: { readonly generation: Generation }) {
  const points = listCoursePoints(generation);
  return (
    <Timeline bulletSize={14} lineWidth={2} active={points.length - 1}>
      {points.map(({ at, title, words, color }, place) => (
        <Timeline.Item
          key={`${place} ${title}`}
          title={title}
          color={color}
          styles={{ itemTitle: { fontSize: 'var(--mantine-font-size-sm)' } }}
        >
          <Text fz="sm" c="dimmed">
            {words}
          </Text>
          <Text fz="xs" c="dimmed" className="number">
            {place === 0 ? (
              <Moment at={at} />
            ) : (
              <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
                after {formatDuration(at - generation.created_at)}
              </time>
            )}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
