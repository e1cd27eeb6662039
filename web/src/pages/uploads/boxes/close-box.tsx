import { useQueryClient } from '@tanstack/react-query';
import type { UploadBox, UploadBoxList } from '../../../api/contract';
import { apiQueryKey } from '../../../api/queries';
import { request } from '../../../api/request';
import { ConfirmButton } from '../../../components/confirm-button';
import { createIdempotencyKey } from '../../../requests/idempotency';

export function CloseBox({ box }: { readonly box: UploadBox }) {
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label="Close box"
      title={`Close box${box.purpose ? ` “${box.purpose}”` : ''}?`}
      act={() =>
        request('DELETE /upload-boxes/{id}', {
          params: { id: box.id },
          headers: createIdempotencyKey(),
        })
      }
      onDone={async () => {
        // Remove the box from the cache first: all queries are then refetched, and a closed box has
        // no files to fetch.
        queries.setQueryData<UploadBoxList>(
          apiQueryKey('/upload-boxes'),
          (list) => list && { ...list, data: list.data.filter(({ id }) => id !== box.id) },
        );
        queries.removeQueries({
          queryKey: apiQueryKey('/uploads', { query: { box_id: box.id } }),
        });
      }}
    >
      The link will stop accepting files. Files already received stay in your uploads. Unfinished
      uploads will be lost.
    </ConfirmButton>
  );
}
