import { ShownOnce } from './shown-once';

interface Props {
  readonly secret: string;
  readonly onDone: () => void;
}

/** The signing secret of a new endpoint, or its replacement. */
export function SigningSecret({ secret, onDone }: Props) {
  return (
    <ShownOnce text={secret} what="signing secret" onDone={onDone}>
      Deliveries are signed with this secret. Copy it now, because it is not shown again. You can
      rotate it at any time.
    </ShownOnce>
  );
}
