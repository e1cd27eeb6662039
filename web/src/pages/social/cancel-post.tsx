import { request } from '../../api/request';
import { ConfirmButton } from '../../components/confirm-button';
import { createIdempotencyKey } from '../../requests/idempotency';

interface Props {
  readonly id: string;
  readonly onDone?: () => void;
}

export function CancelPost({ id, onDone }: Props) {
  return (
    <ConfirmButton
      size="xs"
      variant="light"
      label="Cancel post"
      title="Cancel post?"
      keep="Keep post"
      act={() =>
        request('POST /social/posts/{id}/cancel', {
          params: { id },
          headers: createIdempotencyKey(),
        })
      }
      onDone={async () => onDone?.()}
    >
      The post won't be published, and its credits will be refunded.
    </ConfirmButton>
  );
}
