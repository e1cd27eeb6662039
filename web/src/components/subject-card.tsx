import { Anchor, Card, Group, Image, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Id } from './id';
import { Moment } from './moment';
import { SubjectActions } from './subject-actions';
import { Tag } from './tag';

interface Subject {
  readonly id: string;
  readonly name: string;
  readonly images: readonly string[];
  readonly created_at: number;
}

interface Props {
  readonly subject: Subject;
  /** Short label next to the name. */
  readonly note: string;
  /** Description of the photos; null until the photos are analysed. */
  readonly seen: string | null;
  /** Route of the subject's own page, if it has one. */
  readonly page?: '/characters/$characterId';
  readonly mayChange: boolean;
  readonly rename: (name: string) => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
}

/** Shows a character or a product with its photos. */
export function SubjectCard({ subject, note, seen, page, mayChange, rename, remove }: Props) {
  return (
    <Card withBorder radius="lg" padding="md" component="article" aria-label={subject.name}>
      <Card.Section>
        <Image
          src={subject.images[0]}
          h={220}
          alt={`First photo of ${subject.name}`}
          className="portrait"
        />
      </Card.Section>
      <Stack gap={6} mt="md">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} truncate>
            {page ? (
              <Anchor
                inherit
                c="inherit"
                renderRoot={(props) => (
                  <Link to={page} params={{ characterId: subject.id }} {...props} />
                )}
              >
                {subject.name}
              </Anchor>
            ) : (
              subject.name
            )}
          </Text>
          <Tag>{note}</Tag>
        </Group>
        <Text fz="sm" c="dimmed" lineClamp={3}>
          {seen ?? 'Analyzing the photos…'}
        </Text>
        <Text fz="xs" c="dimmed">
          Created <Moment at={subject.created_at} />
        </Text>
        <Id value={subject.id} />
        {mayChange && (
          <Group gap="xs" mt={4}>
            <SubjectActions name={subject.name} rename={rename} remove={remove} />
          </Group>
        )}
      </Stack>
    </Card>
  );
}
