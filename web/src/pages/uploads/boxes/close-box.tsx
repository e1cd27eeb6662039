import { useQueryClient } from '@tanstack/react-query';
import { deleteUploadBox, type UploadBox, type UploadBoxList } from '../../../api';
import {
  listBoxUploadsQueryKey,
  listUploadBoxesQueryKey,
} from '../../../api/@tanstack/react-query.gen';
import { ConfirmButton } from '../../../components/confirm-button';
import { newIdempotencyKey } from '../../../requests/idempotency';

export function CloseBox({ box }: { readonly box: UploadBox }) {
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label="Close box"
      title={`Close the box${box.purpose ? ` “${box.purpose}”` : ''}?`}
      act={() =>
        deleteUploadBox({
          path: { id: box.id },
          headers: newIdempotencyKey(),
          throwOnError: true,
        })
      }
      onDone={async () => {
        // Everything is asked again after this, and a box that is closed has no files to ask for.
        queries.setQueryData<UploadBoxList>(
          listUploadBoxesQueryKey(),
          (list) => list && { ...list, data: list.data.filter(({ id }) => id !== box.id) },
        );
        queries.removeQueries({
          queryKey: listBoxUploadsQueryKey({ query: { box_id: box.id } }),
        });
      }}
    >
      Its address takes no files any more. What has arrived stays with your uploads; a file that is
      half way is lost.
    </ConfirmButton>
  );
}
