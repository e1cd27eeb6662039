import { Text, Timeline } from '@mantine/core';
import type { Generation, TimelineResolution } from '../../api';
import { Moment } from '../../components/moment';
import { formatCredits, formatDuration } from '../../lib/format';

interface Point {
  readonly at: number;
  readonly title: string;
  readonly words: string;
  readonly color: string;
}

const RESOLUTIONS: Record<TimelineResolution, string> = {
  continued_without_analysis: 'Went on without the analysis',
  retried: 'Tried again',
  fallback: 'Another model took over',
  stopped: 'Gave up',
};

/** What happened, from the request to its end. */
function tellCourse(generation: Generation): readonly Point[] {
  const { created_at: at, completed_at: end, credits, refunded_credits: refunded } = generation;
  const accepted: Point = {
    at,
    title: 'Accepted',
    words: `${formatCredits(credits)} reserved`,
    color: 'gray',
  };
  const failures = generation.timeline.map(({ at: when, resolution, message, status }) => ({
    at: when,
    title: RESOLUTIONS[resolution],
    words: status === null ? message : `${message} (status ${status})`,
    color: resolution === 'stopped' ? 'red' : 'yellow',
  }));
  if (end === null) return [accepted, ...failures];
  const { status, error } = generation;
  const took = `after ${formatDuration(end - at)}`;
  const ending: Point =
    status === 'completed'
      ? { at: end, title: 'Completed', words: took, color: 'teal' }
      : {
          at: end,
          title: status === 'failed' ? 'Failed' : 'Cancelled',
          words: [error?.message, refunded > 0 && `${formatCredits(refunded)} refunded, ${took}`]
            .filter(Boolean)
            .join(' '),
          color: status === 'failed' ? 'red' : 'gray',
        };
  return [accepted, ...failures, ending];
}

export function Course({ generation }: { readonly generation: Generation }) {
  const points = tellCourse(generation);
  return (
    <Timeline bulletSize={14} lineWidth={2} active={points.length - 1}>
      {points.map(({ at, title, words, color }, place) => (
        <Timeline.Item key={`${place} ${title}`} title={title} color={color}>
          <Text fz="sm" c="dimmed">
            {words}
          </Text>
          <Text fz="xs" c="dimmed">
            <Moment at={at} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
