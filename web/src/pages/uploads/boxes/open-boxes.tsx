import { Button, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UploadBox } from '../../../api/contract';
import { apiQuery } from '../../../api/queries';
import { DataTable } from '../../../components/data-table';
import { Dialog } from '../../../components/dialog';
import { UntilMoment } from '../../../components/moment';
import { Panel } from '../../../components/panel';
import { ProblemNotice } from '../../../components/problem-notice';
import type { OwnUpload } from '../use-own-uploads';
import { Arrivals } from './arrivals';
import { BoxDetails } from './box-details';
import { CloseBox } from './close-box';
import { countTaken } from './box-files';
import { OpenBox } from './open-box';

/** Poll interval, because no event reports a new file in a box. */
const POLL_EVERY_MS = 6_000;

/** Returns the account's open upload boxes, newest first. Polls only while there are open boxes. */
function useBoxes() {
  return useQuery({
    ...apiQuery('/upload-boxes'),
    refetchInterval: ({ state }) => (state.data?.data.length ? POLL_EVERY_MS : false),
  });
}

const COLUMNS = [
  { label: 'Purpose' },
  { label: 'Uploads started', isNumber: true },
  { label: 'Closes' },
  { label: 'Actions', isHidden: true },
];

interface Props {
  readonly onAdded: (uploads: readonly OwnUpload[]) => void;
}

/** Shows pages on which people without an account add files; the files join the uploads below. */
export function OpenBoxes({ onAdded }: Props) {
  const list = useBoxes();
  const boxes = list.data?.data ?? [];
  const [isOpening, setIsOpening] = useState(false);
  const [shown, setShown] = useState<UploadBox | null>(null);
  // The box's current state; null if the box has closed in the meantime.
  const box = boxes.find(({ id }) => id === shown?.id) ?? null;
  const open = (
    <Button variant="default" onClick={() => setIsOpening(true)}>
      Create upload box
    </Button>
  );
  return (
    <Panel title="Upload boxes" actions={open}>
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {boxes.length === 0 ? (
        <Text fz="sm" c="dimmed">
          An upload box is a page where people can add files for you from a phone or computer,
          without an account. Create one and share its link.
        </Text>
      ) : (
        <DataTable columns={COLUMNS} minWidth={560}>
          {boxes.map((one) => (
            <BoxRow key={one.id} box={one} onShow={() => setShown(one)} />
          ))}
        </DataTable>
      )}
      {boxes.map((one) => (
        <Arrivals key={one.id} box={one} isWatched={one.id === box?.id} onAdded={onAdded} />
      ))}
      <Dialog
        opened={isOpening}
        onClose={() => setIsOpening(false)}
        title="Create upload box"
        centered
      >
        <OpenBox
          onDone={(made) => {
            setIsOpening(false);
            setShown(made);
          }}
          onCancel={() => setIsOpening(false)}
        />
      </Dialog>
      <Dialog
        opened={box !== null}
        onClose={() => setShown(null)}
        title={box?.purpose ?? 'Upload box'}
        centered
        size="lg"
      >
        {box && <BoxDetails box={box} />}
      </Dialog>
    </Panel>
  );
}

interface RowProps {
  readonly box: UploadBox;
  readonly onShow: () => void;
}

function BoxRow({ box, onShow }: RowProps) {
  const name = box.purpose ?? 'Files';
  return (
    <Table.Tr>
      <Table.Td maw={340}>
        <Text fz="sm" fw={550} className="breakable">
          {name}
        </Text>
      </Table.Td>
      <Table.Td ta="right" className="number">
        {countTaken(box)}
      </Table.Td>
      <Table.Td className="unbroken">
        <UntilMoment at={box.expires_at} />
      </Table.Td>
      <Table.Td ta="right">
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button size="compact-sm" variant="subtle" onClick={onShow} aria-label={`Show ${name}`}>
            Show
          </Button>
          <CloseBox box={box} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
