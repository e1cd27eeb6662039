import { ShownOnce } from './shown-once';

interface Props {
  readonly secret: string;
  readonly onDone: () => void;
}

/** Of a new endpoint, or the one that takes the place of the last. */
export function SigningSecret({ secret, onDone }: Props) {
  return (
    <ShownOnce text={secret} what="signing secret" onDone={onDone}>
      Deliveries are signed with this secret. Copy it now: it is not shown again. A new one can be
      made at any time.
    </ShownOnce>
  );
}
