import { ShownOnce } from './shown-once';

interface Props {
  readonly secret: string;
  readonly onDone: () => void;
}

/** Shows the signing secret of a new endpoint, or an endpoint's new secret. */
export function SigningSecret({ secret, onDone }: Props) {
  return (
    <ShownOnce text={secret} what="signing secret" onDone={onDone}>
      Use this secret to verify deliveries. Copy it now and store it somewhere safe. You won't be
      able to see it again, but you can rotate it at any time.
    </ShownOnce>
  );
}
