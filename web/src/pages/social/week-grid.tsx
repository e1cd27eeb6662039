import type { GridProps } from './calendar';
import classes from './calendar.module.css';
import { CalendarPosts } from './calendar-post';
import { CalendarSlot, NewPostLink } from './calendar-slot';
import { listWeek, parseDay, suggestTime, toLocalDay } from './local-time';
import { getPostTime } from './platforms';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const NAME = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short' });
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'full' });

const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Shows a week with a column for each day and a row for each hour. */
export function WeekGrid({ week, ...props }: GridProps & { readonly week: string }) {
  const byDay = Map.groupBy(props.posts, (post) => toLocalDay(getPostTime(post)));
  return (
    <div className={classes.week}>
      <div className={classes.hours} aria-hidden="true">
        <span />
        {HOURS.map((hour) => (
          <span key={hour}>{formatHour(hour)}</span>
        ))}
      </div>
      {listWeek(week).map((day) => (
        <WeekDay key={day} day={day} {...props} posts={byDay.get(day) ?? []} />
      ))}
    </div>
  );
}

function WeekDay({ day, posts, pictures, now, actions }: GridProps & { readonly day: string }) {
  const start = suggestTime(day, now);
  const name = DAY.format(parseDay(day));
  const byHour = Map.groupBy(posts, (post) => new Date(getPostTime(post)).getHours());
  const title = (
    <time dateTime={day} aria-label={name}>
      {NAME.format(parseDay(day))}
    </time>
  );
  return (
    <section
      className={classes.column}
      aria-label={name}
      data-today={day === toLocalDay(now) || undefined}
    >
      <div className={classes.head}>
        {actions && start ? (
          <NewPostLink start={start} label={`New post on ${name}`}>
            {title}
          </NewPostLink>
        ) : (
          title
        )}
      </div>
      <ul className={classes.slots}>
        {HOURS.map((hour) => {
          const at = suggestTime(day, now, hour);
          const own = byHour.get(hour) ?? [];
          return (
            <CalendarSlot
              key={hour}
              day={day}
              hour={hour}
              start={at}
              className={classes.hour}
              isEmpty={own.length === 0}
              actions={actions}
            >
              {actions && at && (
                <NewPostLink
                  start={at}
                  label={`New post on ${name}, ${formatHour(hour)}`}
                  isTabStop={false}
                />
              )}
              <CalendarPosts posts={own} pictures={pictures} mayMove={actions !== undefined} />
            </CalendarSlot>
          );
        })}
      </ul>
    </section>
  );
}
