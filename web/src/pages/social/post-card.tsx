import { Anchor, Code, Group, List, Stack, Text } from '@mantine/core';
import type { SocialPost, SocialPostResult } from '../../api/contract';
import { Id } from '../../components/id';
import { Moment } from '../../components/moment';
import { Panel } from '../../components/panel';
import { Tag } from '../../components/tag';
import { formatCredits } from '../../format/numbers';
import { formatMoment } from '../../format/times';
import { mayChange, useSession } from '../../session/session';
import { PLATFORM_NAMES, POST_COLORS, getPostTime } from './platforms';
import { PostActions } from './post-actions';
import { PostPictures } from './post-pictures';

interface Props {
  readonly post: SocialPost;
  /** The character's name. */
  readonly character: string;
}

/** Shows a post with its media and its status on each platform. */
export function PostCard({ post, character }: Props) {
  const may = mayChange(useSession().role);
  const { status, caption, results, notes } = post;
  return (
    <Panel>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Tag color={POST_COLORS[status]}>{status}</Tag>
            <Text fz="sm" fw={600}>
              {character}
            </Text>
          </Group>
          <Text fz="sm" c="dimmed">
            <PostTime post={post} />
          </Text>
        </Group>
        <Group align="flex-start" wrap="nowrap" gap="md">
          <PostPictures ids={post.generation_ids} />
          <Text fz="sm" lineClamp={4} className="breakable">
            {caption ?? <i>No caption</i>}
          </Text>
        </Group>
        <List size="sm" spacing={4} listStyleType="none">
          {results.map((result) => (
            <List.Item key={result.platform}>
              <Result result={result} />
            </List.Item>
          ))}
          {notes.map(({ platform, message }) => (
            <List.Item key={`${platform} ${message}`}>
              <Text fz="sm" c="dimmed">
                {PLATFORM_NAMES[platform]}: {message}
              </Text>
            </List.Item>
          ))}
        </List>
        <Group justify="space-between" gap="xs">
          <Group gap="md">
            <Text fz="xs" c="dimmed" className="number">
              <Cost post={post} />
            </Text>
            <Id value={post.id} />
          </Group>
          {may && <PostActions post={post} />}
        </Group>
      </Stack>
    </Panel>
  );
}

function PostTime({ post }: { readonly post: SocialPost }) {
  if (post.status === 'scheduled' && post.scheduled_at)
    return <>{formatMoment(getPostTime(post))}</>;
  return <Moment at={post.created_at} />;
}

function Cost({ post: { credits, refunded_credits: refunded } }: { readonly post: SocialPost }) {
  if (refunded === 0) return <>{formatCredits(credits)}</>;
  return <>{`${formatCredits(credits)}, ${refunded === credits ? '' : `${refunded} `}refunded`}</>;
}

function Result({ result }: { readonly result: SocialPostResult }) {
  const { platform, success, url, scheduled, error, error_code: code } = result;
  return (
    <Group gap={8} align="baseline">
      <Text fz="sm" fw={600} w={84}>
        {PLATFORM_NAMES[platform]}
      </Text>
      {scheduled && <Text fz="sm">Scheduled</Text>}
      {success &&
        (url ? (
          <Anchor fz="sm" href={url} target="_blank" rel="noreferrer" className="breakable">
            View post
          </Anchor>
        ) : (
          <Text fz="sm">Published</Text>
        ))}
      {error && (
        <Text fz="sm" component="span" className="breakable">
          {error} {code && <Code>{code}</Code>}
        </Text>
      )}
    </Group>
  );
}
