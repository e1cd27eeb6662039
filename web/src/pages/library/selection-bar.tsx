import { ActionIcon, Affix, Button, Group, Paper, Text, Transition } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { Generation } from '../../api/contract';
import { request } from '../../api/request';
import { apiUrl } from '../../api/fetch-json';
import { CollectButton } from '../../collections/collect-button';
import { ConfirmButton } from '../../components/confirm-button';
import { CloseIcon, DownloadIcon, TrashIcon } from '../../components/icons';
import { formatCount } from '../../format/numbers';
import { isOpen } from '../../generations/generation-state';
import { createIdempotencyKey } from '../../requests/idempotency';
import { mayChange, useSession } from '../../session/session';
import { CompareButton } from './compare-button';

interface Props {
  readonly selected: ReadonlySet<string>;
  /** The generations in the list. */
  readonly generations: readonly Generation[];
  /** Id of the collection that the list is limited to. */
  readonly collection: string | undefined;
  readonly onSelectAll: () => void;
  readonly onDone: () => void;
}

/** Maximum number of files in an archive. */
const ARCHIVE_MOST = 100;

/** Actions for the selected generations. */
export function SelectionBar(props: Props) {
  const { selected, generations } = props;
  const chosen = generations.filter(({ id }) => selected.has(id));
  return (
    <Affix position={{ bottom: 20, left: 0, right: 0 }} className="selection-affix">
      <Transition mounted={chosen.length > 0} transition="slide-up">
        {(style) => (
          <Paper
            component="section"
            aria-label="Selection"
            style={style}
            shadow="lg"
            withBorder
            radius="xl"
            px="sm"
            py="xs"
            mx="auto"
            w="fit-content"
            className="selection-bar"
          >
            <Choices {...props} chosen={chosen} />
          </Paper>
        )}
      </Transition>
    </Affix>
  );
}

interface ChoicesProps extends Props {
  readonly chosen: readonly Generation[];
}

function Choices({ chosen, generations, collection, onSelectAll, onDone }: ChoicesProps) {
  const { role } = useSession();
  const files = chosen.filter(({ result }) => result !== null);
  const packed = files.slice(0, ARCHIVE_MOST).map(({ id }) => id);
  const archive = apiUrl(`/generations/archive?ids=${packed.join(',')}`);
  return (
    <Group gap={6} justify="center" wrap="nowrap">
      <Text fz="sm" fw={600} aria-live="polite" className="number unbroken">
        {chosen.length} selected
      </Text>
      {chosen.length < generations.length && (
        <Button size="compact-sm" variant="subtle" onClick={onSelectAll} visibleFrom="xs">
          Select all {generations.length}
        </Button>
      )}
      {files.length === 2 && <CompareButton pair={files} />}
      {packed.length > 0 && (
        <Button
          component="a"
          href={archive}
          download
          size="compact-sm"
          px={6}
          variant="light"
          leftSection={<DownloadIcon size={15} />}
        >
          Download {packed.length < chosen.length && packed.length}
        </Button>
      )}
      {mayChange(role) && (
        <>
          <CollectButton
            ids={chosen.map(({ id }) => id)}
            shown={collection}
            look={{ size: 'compact-sm', px: 6, variant: 'light' }}
            onDone={onDone}
          />
          <Delete chosen={chosen} onDone={onDone} />
        </>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label="Clear selection" onClick={onDone}>
        <CloseIcon size={16} />
      </ActionIcon>
    </Group>
  );
}

/** Deletes one generation at a time, so that a large selection stays below the rate limit. */
async function deleteAll(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await request('DELETE /generations/{id}', { params: { id }, headers: createIdempotencyKey() });
  }
}

interface DeleteProps {
  readonly chosen: readonly Generation[];
  readonly onDone: () => void;
}

/** Running generations cannot be deleted until they end. */
function Delete({ chosen, onDone }: DeleteProps) {
  const queries = useQueryClient();
  const ids = chosen.filter((generation) => !isOpen(generation)).map(({ id }) => id);
  const left = chosen.length - ids.length;
  if (ids.length === 0) return null;
  const remove = () =>
    deleteAll(ids).catch((error: unknown) => {
      // Some generations may have been deleted before the error.
      void queries.invalidateQueries({ queryKey: ['library'] });
      throw error;
    });
  return (
    <ConfirmButton
      px={6}
      variant="light"
      leftSection={<TrashIcon size={15} />}
      label="Delete"
      title={`Delete ${formatCount(ids.length, 'generation')}?`}
      act={remove}
      onDone={async () => {
        notifications.show({ message: `Deleted ${ids.length}`, color: 'teal' });
        onDone();
      }}
    >
      This permanently deletes the files and the records. Credits aren't refunded.
      {left > 0 && ` ${formatCount(left, 'unfinished generation')} will be kept.`}
    </ConfirmButton>
  );
}
