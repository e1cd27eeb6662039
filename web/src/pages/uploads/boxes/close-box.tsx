import { useQueryClient } from '@tanstack/react-query';
import type { UploadBox, UploadBoxList } from '../../../api/contract';
import { apiQueryKey } from '../../../api/queries';
import { request } from '../../../api/request';
import { ConfirmButton } from '../../../components/confirm-button';
import { newIdempotencyKey } from '../../../requests/idempotency';

export function CloseBox({ box }: { readonly box: UploadBox }) {
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label="Close box"
      title={`Close the box${box.purpose ? ` “${box.purpose}”` : ''}?`}
      act={() =>
        request('DELETE /upload-boxes/{id}', {
          params: { id: box.id },
          headers: newIdempotencyKey(),
        })
      }
      onDone={async () => {
        // Everything is asked again after this, and a box that is closed has no files to ask for.
        queries.setQueryData<UploadBoxList>(
          apiQueryKey('/upload-boxes'),
          (list) => list && { ...list, data: list.data.filter(({ id }) => id !== box.id) },
        );
        queries.removeQueries({
          queryKey: apiQueryKey('/uploads', { query: { box_id: box.id } }),
        });
      }}
    >
      Its address takes no files any more. What has arrived stays with your uploads; a file that is
      half way is lost.
    </ConfirmButton>
  );
}
