import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api/queries';

/** Page size: more characters than any plan allows. */
const ALL = 100;

/** Returns the account's characters as choices for a field, and their names. */
export function useCharacters() {
  const { data } = useQuery(apiQuery('/characters', { query: { limit: ALL } }));
  const characters = data?.data ?? [];
  const choices = characters.map(({ id: value, name: label }) => ({ value, label }));
  const findCharacterName = (id: string) => characters.find((one) => one.id === id)?.name ?? id;
  return { characters, choices, nameOf: findCharacterName, hasNone: data?.data.length === 0 };
}
