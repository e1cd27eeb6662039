import { Button, Group, Title } from '@mantine/core';
import { LinkButton } from '../../components/link-button';
import { listWeek, moveDay, parseDay, toLocalDay } from './local-time';
import { formatMonth, moveMonth, toMonth } from './month';
import type { SocialSearch } from './search';

const WEEK = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

/** A month, or the week of a day. */
export interface Span {
  readonly month: string;
  readonly week: string | undefined;
}

/** Names a span, and finds the spans before and after it. */
function describeSpan({ month, week }: Span) {
  if (week === undefined) {
    return {
      name: 'month',
      title: formatMonth(month),
      previous: { month: moveMonth(month, -1) },
      next: { month: moveMonth(month, 1) },
    };
  }
  const days = listWeek(week).map(parseDay);
  const [first = parseDay(week), last = first] = [days[0], days[6]];
  return {
    name: 'week',
    title: WEEK.formatRange(first, last),
    previous: { week: moveDay(week, -7) },
    next: { week: moveDay(week, 7) },
  };
}

interface Props extends Span {
  readonly now: number;
}

/** Shows the name of the month or week, and the links to others. */
export function CalendarBar({ month, week, now }: Props) {
  const { name, title, previous, next } = describeSpan({ month, week });
  const today = toLocalDay(now);
  // The week of a month is its first, or the current one.
  const monthWeek = month === toMonth(now) ? today : `${month}-01`;
  return (
    <Group justify="space-between" gap="xs">
      <Title order={2} fz="md" aria-live="polite">
        {title}
      </Title>
      <Group gap="xs">
        <Button.Group>
          <SpanLink search={{ month }} isCurrent={week === undefined}>
            Month
          </SpanLink>
          <SpanLink search={{ week: week ?? monthWeek }} isCurrent={week !== undefined}>
            Week
          </SpanLink>
        </Button.Group>
        <Button.Group>
          <SpanLink search={previous} label={`Previous ${name}`}>
            ‹
          </SpanLink>
          <SpanLink search={week === undefined ? { month: toMonth(now) } : { week: today }}>
            Today
          </SpanLink>
          <SpanLink search={next} label={`Next ${name}`}>
            ›
          </SpanLink>
        </Button.Group>
      </Group>
    </Group>
  );
}

interface LinkProps {
  readonly search: SocialSearch;
  readonly label?: string;
  readonly isCurrent?: boolean;
  readonly children: string;
}

function SpanLink({ search, label, isCurrent = false, children }: LinkProps) {
  return (
    <LinkButton
      to="/social"
      search={{ view: 'calendar', ...search }}
      variant={isCurrent ? 'light' : 'default'}
      size="xs"
      aria-label={label}
      aria-current={isCurrent ? 'true' : undefined}
      // The router marks every link to this page otherwise.
      activeProps={{}}
    >
      {children}
    </LinkButton>
  );
}
