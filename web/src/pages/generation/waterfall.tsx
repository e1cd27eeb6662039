import { Anchor, Group, Text, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Id } from '../../components/id';
import { formatDuration, formatMoment } from '../../format/times';
import type { WaterfallRow } from './waterfall-rows';
import classes from './waterfall.module.css';

interface Props {
  readonly rows: readonly WaterfallRow[];
  readonly start: number;
  readonly end: number;
  readonly now: number;
}

const MARKS = [0, 0.25, 0.5, 0.75, 1];
/** Minimum bar width in percent, so that short steps are visible. */
const LEAST = 0.6;

/** The states in words, for users who cannot see the colours. */
const TONE_WORDS: Record<WaterfallRow['tone'], string> = {
  waiting: '',
  ok: 'done',
  failed: 'failed',
  running: 'running',
};

/** Shows one bar per step, on a shared time scale. */
export function Waterfall({ rows, start, end, now }: Props) {
  const length = Math.max(1, end - start);
  return (
    <div className={classes.waterfall}>
      <ol className={classes.rows}>
        {rows.map((row) => {
          const took = formatDuration(Math.max(0, (row.to ?? Math.max(now, row.from)) - row.from));
          return (
            <li key={row.key} className={classes.row}>
              <Label row={row} />
              <Bar row={row} start={start} end={end} took={took} />
              <Text fz="xs" className={`number ${classes.took}`}>
                {row.to === null ? `${took} …` : took}
              </Text>
            </li>
          );
        })}
      </ol>
      <div className={classes.scale} aria-hidden="true">
        {MARKS.map((mark) => (
          <span key={mark} className="number">
            {mark === 0 ? '0' : formatDuration(length * mark)}
          </span>
        ))}
      </div>
    </div>
  );
}

function Label({ row: { label, detail, code, tone, webhookId, upstreamId } }: RowProps) {
  return (
    <div className={classes.label}>
      <Text fz="sm" truncate>
        {webhookId ? (
          <Anchor
            fz="sm"
            renderRoot={(props) => (
              <Link to="/webhooks/$webhookId" params={{ webhookId }} {...props} />
            )}
          >
            {label}
          </Anchor>
        ) : (
          label
        )}
        <span className="for-readers-only"> {TONE_WORDS[tone]}</span>
      </Text>
      {(detail || code) && (
        <Group gap={6} fz="xs" wrap="nowrap">
          {code && (
            <Text fz="xs" className={classes.code}>
              {code}
            </Text>
          )}
          <Text fz="xs" c="dimmed" truncate>
            {detail}
          </Text>
        </Group>
      )}
      {upstreamId && <Id value={upstreamId} />}
    </div>
  );
}

interface RowProps {
  readonly row: WaterfallRow;
}

interface BarProps extends RowProps {
  readonly start: number;
  readonly end: number;
  readonly took: string;
}

function Bar({ row: { from, to, tone }, start, end, took }: BarProps) {
  const toPercent = (at: number) => (Math.min(at - start, end - start) / (end - start)) * 100;
  const left = Math.min(toPercent(from), 100 - LEAST);
  const width = Math.max(LEAST, toPercent(to ?? end) - left);
  return (
    <div className={classes.track} aria-hidden="true">
      <Tooltip label={`${formatMoment(from)}, ${to === null ? 'running' : took}`} withArrow>
        <div
          className={classes.bar}
          data-tone={tone}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
      </Tooltip>
    </div>
  );
}
