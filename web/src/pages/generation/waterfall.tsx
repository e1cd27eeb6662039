import { Group, Text, Tooltip } from '@mantine/core';
import { formatDuration, formatMoment } from '../../lib/format';
import type { WaterfallRow } from './waterfall-rows';
import classes from './waterfall.module.css';

interface Props {
  readonly rows: readonly WaterfallRow[];
  readonly start: number;
  readonly end: number;
}

const MARKS = [0, 0.25, 0.5, 0.75, 1];
/** In percent: a bar of no length is seen, too. */
const LEAST = 0.6;

/** What took how long: one bar a line, all on one scale of time. */
export function Waterfall({ rows, start, end }: Props) {
  const length = Math.max(1, end - start);
  const percent = (at: number) => ((at - start) / length) * 100;
  return (
    <div className={classes.waterfall}>
      <ol className={classes.rows}>
        {rows.map((row) => {
          const to = row.to ?? end;
          const left = Math.min(percent(row.from), 100 - LEAST);
          const took = formatDuration(to - row.from);
          return (
            <li key={row.key} className={classes.row}>
              <div className={classes.label}>
                <Text fz="sm" truncate>
                  {row.label}
                </Text>
                {(row.detail || row.code) && (
                  <Group gap={6} fz="xs" wrap="nowrap">
                    {row.code && (
                      <Text fz="xs" className={classes.code}>
                        {row.code}
                      </Text>
                    )}
                    <Text fz="xs" c="dimmed" truncate>
                      {row.detail}
                    </Text>
                  </Group>
                )}
              </div>
              <div className={classes.track} aria-hidden="true">
                <Tooltip
                  label={`${formatMoment(row.from)}, ${row.to === null ? 'under way' : took}`}
                  withArrow
                >
                  <div
                    className={classes.bar}
                    data-tone={row.tone}
                    style={{ left: `${left}%`, width: `${Math.max(LEAST, percent(to) - left)}%` }}
                  />
                </Tooltip>
              </div>
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
