import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries';
import { useCharacters } from '../../queries/use-characters';
import type { Draft } from './draft';

const MANY = 100;

interface Props {
  readonly draft: Draft;
  readonly onChange: (next: Partial<Draft>) => void;
}

/** Fields for choosing the account's characters and products. */
export function SubjectFields({ draft, onChange }: Props) {
  const { choices: characters } = useCharacters();
  const products = useQuery(apiQuery('/products', { query: { limit: MANY } }));
  return (
    <Group gap="sm" grow>
      <Select
        label="Character"
        placeholder="None"
        data={characters}
        value={draft.characterId}
        onChange={(characterId) => onChange({ characterId })}
        nothingFoundMessage="No characters yet"
        clearable
        searchable
      />
      <Select
        label="Product"
        placeholder="None"
        data={products.data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={draft.productId}
        onChange={(productId) => onChange({ productId })}
        nothingFoundMessage="No products yet"
        clearable
        searchable
      />
    </Group>
  );
}
