import { ShownOnce } from './shown-once';

interface Props {
  readonly secret: string;
  readonly onDone: () => void;
}

/** Shows the signing secret of a new endpoint, or an endpoint's new secret. */
export function SigningSecret({ secret, onDone }: Props) {
  return (
    <ShownOnce text={secret} what="signing secret" onDone={onDone}>
      Deliveries are signed with this secret. Copy it now, because it is not shown again. You can
      rotate it at any time.
    </ShownOnce>
  );
}
