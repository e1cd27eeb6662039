import { Link, useSearch } from '@tanstack/react-router';
import { useState, type DragEvent, type ReactNode } from 'react';
import classes from './calendar.module.css';
import { POST_TYPE } from './calendar-post';
import { closeDialogs } from './search';

/** Actions of a calendar's slots; a viewer has none. */
export interface SlotActions {
  /** Moves a post to a day, and to an hour if the calendar has hours. */
  readonly move: (id: string, day: string, hour?: number) => void;
}

interface Props {
  readonly day: string;
  readonly hour?: number;
  /** The time of a new post in this slot; null if it would be too early. */
  readonly start: string | null;
  readonly className: string | undefined;
  readonly isEmpty: boolean;
  readonly isToday?: boolean;
  readonly actions: SlotActions | undefined;
  readonly children: ReactNode;
}

/** A day or an hour of the calendar, which takes the posts that are dragged to it. */
export function CalendarSlot(props: Props) {
  const { day, hour, start, className, isEmpty, isToday, actions, children } = props;
  const [isOver, setOver] = useState(false);
  const drag = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(POST_TYPE)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      actions?.move(event.dataTransfer.getData(POST_TYPE), day, hour);
    },
  };
  return (
    <li
      className={className}
      data-slot={hour === undefined ? day : `${day} ${hour}`}
      data-empty={isEmpty || undefined}
      data-today={isToday || undefined}
      data-over={isOver || undefined}
      {...(actions && start !== null && drag)}
    >
      {children}
    </li>
  );
}

interface NewPostProps {
  readonly start: string;
  readonly label: string;
  /** False for one of many slots: the keyboard then takes the day's link. */
  readonly isTabStop?: boolean;
  readonly children?: ReactNode;
}

/** Covers a slot with a link that opens a new post at its time. */
export function NewPostLink({ start, label, isTabStop = true, children }: NewPostProps) {
  const search = useSearch({ from: '/shell/social' });
  return (
    <Link
      to="/social"
      search={{ ...closeDialogs(search), at: start }}
      className={classes.add}
      aria-label={label}
      tabIndex={isTabStop ? undefined : -1}
      draggable={false}
    >
      {children}
    </Link>
  );
}
