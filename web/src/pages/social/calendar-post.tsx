import { Link, useSearch } from '@tanstack/react-router';
import type { SocialPost } from '../../api/contract';
import { formatTimeOfDay } from '../../format/times';
import { useCharacters } from '../../queries/use-characters';
import classes from './calendar.module.css';
import { getPostTime, isEditable, PLATFORM_NAMES, POST_COLORS } from './platforms';
import { closeDialogs } from './search';

/** The type of a dragged post, so that slots take nothing else. */
export const POST_TYPE = 'application/x-social-post';

interface Props {
  readonly posts: readonly SocialPost[];
  readonly mayMove: boolean;
}

/** Shows the posts of a day or an hour. */
export function CalendarPosts({ posts, mayMove }: Props) {
  if (posts.length === 0) return null;
  return (
    <ul className={classes.posts}>
      {posts.map((post) => (
        <li key={post.id}>
          <CalendarPost post={post} mayMove={mayMove && isEditable(post)} />
        </li>
      ))}
    </ul>
  );
}

interface PostProps {
  readonly post: SocialPost;
  readonly mayMove: boolean;
}

/** A post, which opens its dialog. It is a link because Firefox does not drag buttons. */
function CalendarPost({ post, mayMove }: PostProps) {
  const search = useSearch({ from: '/shell/social' });
  const { nameOf } = useCharacters();
  return (
    <Link
      to="/social"
      search={{ ...closeDialogs(search), edit: post.id }}
      className={classes.post}
      style={{ borderColor: `var(--mantine-color-${POST_COLORS[post.status]}-6)` }}
      title={post.caption ?? undefined}
      draggable={mayMove}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(POST_TYPE, post.id);
        dataTransfer.effectAllowed = 'move';
      }}
    >
      <b className="number">{formatTimeOfDay(getPostTime(post))}</b> {nameOf(post.character_id)},{' '}
      {post.platforms.map((platform) => PLATFORM_NAMES[platform]).join(', ')}
      <span className={classes.state}>{post.status}</span>
    </Link>
  );
}
