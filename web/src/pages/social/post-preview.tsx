import { Group, List, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { SocialPostPlan, SocialPostPreview } from '../../api/contract';
import { Panel } from '../../components/panel';
import { Tag } from '../../components/tag';
import { formatCredits } from '../../format/numbers';
import { PLATFORM_NAMES } from './platforms';
import classes from './post-preview.module.css';
import { getShape } from './shapes';
import { getPicture, useChosen } from './use-chosen';

interface Props {
  readonly preview: SocialPostPreview;
  readonly generations: readonly string[];
}

/** Shows the post's preview for each platform. */
export function PostPreview({ preview, generations }: Props) {
  const [first] = useChosen(generations.slice(0, 1));
  const picture = first ? getPicture(first) : null;
  const place = useRef<HTMLDivElement>(null);
  // Scroll to the preview, because below a long form it would be out of sight.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Stack gap="sm" ref={place}>
      {preview.plans.map((plan) => (
        <Plan key={plan.platform} plan={plan} picture={picture} />
      ))}
    </Stack>
  );
}

interface PlanProps {
  readonly plan: SocialPostPlan;
  readonly picture: string | null;
}

function Plan({ plan, picture }: PlanProps) {
  const { platform, form, renditions, text, title, cut, warnings, ai_label: label, credits } = plan;
  return (
    <Panel p="md">
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="xs">
          <Text fw={600}>{PLATFORM_NAMES[platform]}</Text>
          <Tag>{form}</Tag>
          {cut && <Tag color="orange">caption shortened</Tag>}
        </Group>
        <Text fz="sm" className="number">
          {formatCredits(credits)}
        </Text>
      </Group>
      <Group align="flex-start" wrap="nowrap" gap="md">
        {picture && (
          <img
            src={picture}
            alt={`Shape on ${PLATFORM_NAMES[platform]}`}
            className={classes.picture}
            style={{ aspectRatio: getShape(platform, form) }}
          />
        )}
        <div>
          {title && (
            <Text fz="sm" fw={600} className="breakable">
              {title}
            </Text>
          )}
          <Text fz="sm" className="breakable post-text">
            {text || <i>No text</i>}
          </Text>
        </div>
      </Group>
      <Text fz="xs" c="dimmed" mt="xs">
        {renditions.map(describeRendition).join(', ')}
        {label && '; labeled as AI-generated'}
      </Text>
      {warnings.length > 0 && (
        <List size="sm" mt="xs" spacing={2}>
          {warnings.map((warning) => (
            <List.Item key={warning}>{warning}</List.Item>
          ))}
        </List>
      )}
    </Panel>
  );
}

const describeRendition = ({
  content_type: type,
  width,
  height,
}: SocialPostPlan['renditions'][number]) =>
  width && height ? `${type} ${width} × ${height}` : type;
