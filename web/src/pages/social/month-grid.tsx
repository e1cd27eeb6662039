import classes from './calendar.module.css';
import { CalendarPosts } from './calendar-post';
import { CalendarSlot, NewPostLink } from './calendar-slot';
import type { GridProps } from './calendar';
import { parseDay, suggestTime, toLocalDay } from './local-time';
import { listDays } from './month';
import { getPostTime } from './platforms';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'full' });

/** Shows a month with a cell for each day. */
export function MonthGrid({ month, ...props }: GridProps & { readonly month: string }) {
  const byDay = Map.groupBy(props.posts, (post) => toLocalDay(getPostTime(post)));
  const days = listDays(month);
  return (
    <ul
      className={classes.month}
      data-empty={days.every((day) => !day.startsWith(month) || !byDay.has(day)) || undefined}
    >
      {WEEKDAYS.map((name) => (
        <li key={name} className={classes.weekday} aria-hidden="true">
          {name}
        </li>
      ))}
      {days.map((day) =>
        day.startsWith(month) ? (
          <MonthDay key={day} day={day} {...props} posts={byDay.get(day) ?? []} />
        ) : (
          <li key={day} className={classes.day} data-empty aria-hidden="true" />
        ),
      )}
    </ul>
  );
}

function MonthDay({ day, posts, pictures, now, actions }: GridProps & { readonly day: string }) {
  const start = suggestTime(day, now);
  const name = DAY.format(parseDay(day));
  const number = (
    <time dateTime={day} className={classes.number} aria-label={name}>
      {Number(day.slice(8))}
    </time>
  );
  return (
    <CalendarSlot
      day={day}
      start={start}
      className={classes.day}
      isEmpty={posts.length === 0}
      isToday={day === toLocalDay(now)}
      actions={actions}
    >
      {actions && start ? (
        <NewPostLink start={start} label={`New post on ${name}`}>
          {number}
        </NewPostLink>
      ) : (
        number
      )}
      <CalendarPosts posts={posts} pictures={pictures} mayMove={actions !== undefined} />
    </CalendarSlot>
  );
}
