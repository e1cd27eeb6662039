import { Link, useSearch } from '@tanstack/react-router';
import type { SocialPost } from '../../api/contract';
import { formatTimeOfDay } from '../../format/times';
import { useCharacters } from '../../queries/use-characters';
import classes from './calendar.module.css';
import { getPostTime, isEditable, PLATFORM_NAMES, POST_COLORS } from './platforms';
import { closeDialogs } from './search';
import type { Picture } from './use-calendar';

/** The type of a dragged post, so that slots take nothing else. */
export const POST_TYPE = 'application/x-social-post';

interface Props {
  readonly posts: readonly SocialPost[];
  /** Pictures by generation. */
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly mayMove: boolean;
}

/** Shows the posts of a day or an hour. */
export function CalendarPosts({ posts, pictures, mayMove }: Props) {
  if (posts.length === 0) return null;
  return (
    <ul className={classes.posts}>
      {posts.map((post) => (
        <li key={post.id}>
          <CalendarPost
            post={post}
            picture={pictures.get(post.generation_ids[0] ?? '')}
            mayMove={mayMove && isEditable(post)}
          />
        </li>
      ))}
    </ul>
  );
}

interface PostProps {
  readonly post: SocialPost;
  readonly picture: Picture | undefined;
  readonly mayMove: boolean;
}

/** A post, which opens its dialog. It is a link because Firefox does not drag buttons. */
function CalendarPost({ post, picture, mayMove }: PostProps) {
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
      <b className="number">{formatTimeOfDay(getPostTime(post))}</b>{' '}
      {/* After the time, which people search for. Dragging it drags the link. */}
      {picture && (
        <img
          src={picture.url}
          alt={picture.alt}
          loading="lazy"
          draggable={false}
          className={classes.picture}
        />
      )}{' '}
      {nameOf(post.character_id)},{' '}
      {post.platforms.map((platform) => PLATFORM_NAMES[platform]).join(', ')}
      <span className={classes.state}>{post.status}</span>
    </Link>
  );
}
