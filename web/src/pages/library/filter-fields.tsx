import { Button, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries';
import { useCollections } from '../../collections/use-collections';
import { StarIcon } from '../../components/icons';
import { STATUSES, TYPES, type LibraryFilters } from './filters';

const CHARACTERS = 100;
/**
 * Milliseconds that the model list stays fresh: it changes only with the server's configuration.
 */
const LASTING = 300_000;

/** New values of filters in the bar; null removes a filter. */
export type FilterChange = Partial<
  Record<Exclude<keyof LibraryFilters, 'metadata'>, string | true | null>
>;

interface Props {
  readonly filters: LibraryFilters;
  readonly onChange: (next: FilterChange) => void;
  /** True if the fields are stacked, each as wide as the container. */
  readonly isStacked?: boolean;
}

/** One field for each filter except the search text. */
export function FilterFields({ filters, onChange, isStacked = false }: Props) {
  const models = useQuery({ ...apiQuery('/models'), staleTime: LASTING });
  const characters = useQuery(apiQuery('/characters', { query: { limit: CHARACTERS } }));
  const { collections } = useCollections();
  const { image, video = [] } = models.data ?? {};
  const choices = [
    { name: 'type', label: 'Type', data: TYPES },
    { name: 'status', label: 'Status', data: STATUSES },
    {
      name: 'model',
      label: 'Model',
      data: [...(image ? [image.id] : []), ...video.map(({ id }) => id)],
    },
    {
      name: 'character',
      label: 'Character',
      data: characters.data?.data.map(toOption) ?? [],
    },
    { name: 'collection', label: 'Collection', data: collections.map(toOption) },
  ] as const;
  return (
    <>
      <FavoritesFilter
        isOn={filters.favorite !== undefined}
        onChange={(isOn) => onChange({ favorite: isOn || null })}
      />
      {choices.map(({ name, label, data }) => (
        <Select
          key={name}
          aria-label={label}
          placeholder={label}
          value={filters[name] ?? null}
          data={[...data]}
          onChange={(value) => onChange({ [name]: value })}
          clearable
          w={isStacked ? undefined : 122}
          nothingFoundMessage={name === 'collection' ? NO_COLLECTION : 'None yet'}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        />
      ))}
      <Days filters={filters} onChange={onChange} isStacked={isStacked} />
      <Select
        aria-label="Sort"
        value={filters.order ?? 'desc'}
        data={ORDERS}
        allowDeselect={false}
        onChange={(value) => onChange({ order: value === 'asc' ? value : null })}
        w={isStacked ? undefined : 132}
      />
    </>
  );
}

/** The fields of the first and the last day. */
function Days({ filters, onChange, isStacked }: Props) {
  return (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      type="date"
      aria-label={name === 'from' ? 'From date' : 'To date'}
      leftSection={<Text fz="xs">{name === 'from' ? 'From' : 'To'}</Text>}
      leftSectionWidth={name === 'from' ? 50 : 36}
      leftSectionPointerEvents="none"
      value={filters[name] ?? ''}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
      w={isStacked ? undefined : name === 'from' ? 176 : 162}
    />
  ));
}

const NO_COLLECTION = 'None yet. Use “Add to collection” on a result.';

const ORDERS = [
  { value: 'desc', label: 'Newest first' },
  { value: 'asc', label: 'Oldest first' },
];

const toOption = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  value: id,
  label: name,
});

interface FavoritesProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function FavoritesFilter({ isOn, onChange }: FavoritesProps) {
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      px="sm"
      fw={400}
      aria-pressed={isOn}
      leftSection={<StarIcon size={15} isFilled={isOn} />}
      onClick={() => onChange(!isOn)}
    >
      Favorites
    </Button>
  );
}
