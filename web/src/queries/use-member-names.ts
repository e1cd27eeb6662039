import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api/queries';

/** Returns a function that finds a user's name. Its argument is null for the account owner. */
export function useMemberNames(): (memberId: string | null) => string {
  const { data } = useQuery(apiQuery('/members'));
  return (memberId) =>
    memberId === null
      ? 'Owner'
      : (data?.data.find(({ id }) => id === memberId)?.name ?? 'A member');
}
