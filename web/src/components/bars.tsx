import { Tooltip } from '@mantine/core';
import classes from './bars.module.css';

interface Props {
  readonly bars: readonly { readonly name: string; readonly value: number }[];
  readonly unit: (value: number) => string;
  /** Description of the chart for screen readers. */
  readonly label: string;
}

/** A small column chart; hovering over a column shows its value. */
export function Bars({ bars, unit, label }: Props) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure className={classes.figure}>
      <figcaption className="for-readers-only">{label}</figcaption>
      <ul className={classes.bars}>
        {bars.map(({ name, value }) => (
          <Tooltip key={name} label={`${name}: ${unit(value)}`} withArrow>
            <li className={classes.slot}>
              <span className="for-readers-only">{`${name}: ${unit(value)}`}</span>
              <span
                className={classes.bar}
                data-empty={value === 0 || undefined}
                style={{ height: `${(value / most) * 100}%` }}
              />
            </li>
          </Tooltip>
        ))}
      </ul>
      <div className={classes.ends} aria-hidden="true">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </div>
    </figure>
  );
}
