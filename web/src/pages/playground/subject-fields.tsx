import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listCharactersOptions, listProductsOptions } from '../../api/@tanstack/react-query.gen';
import type { Draft } from './draft';

const MANY = 100;

interface Props {
  readonly draft: Draft;
  readonly onChange: (next: Partial<Draft>) => void;
}

/** Saved characters and products of the account. */
export function SubjectFields({ draft, onChange }: Props) {
  const characters = useQuery(listCharactersOptions({ query: { limit: MANY } }));
  const products = useQuery(listProductsOptions({ query: { limit: MANY } }));
  const list = (rows: readonly { id: string; name: string }[] | undefined) =>
    rows?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <Group gap="sm" grow>
      <Select
        label="Character"
        placeholder="None"
        data={list(characters.data?.data)}
        value={draft.characterId}
        onChange={(characterId) => onChange({ characterId })}
        nothingFoundMessage="No characters yet"
        clearable
        searchable
      />
      <Select
        label="Product"
        placeholder="None"
        data={list(products.data?.data)}
        value={draft.productId}
        onChange={(productId) => onChange({ productId })}
        nothingFoundMessage="No products yet"
        clearable
        searchable
      />
    </Group>
  );
}
