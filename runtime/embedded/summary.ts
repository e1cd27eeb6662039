import { paint } from './child-log.js';

/** What a person needs to know once everything runs. */
export interface Summary {
  readonly apiUrl: string;
  readonly temporalUiUrl: string | null;
  readonly apiKey: string;
  readonly tookMs: number;
  /** Shown as given, relative to where the command was run. */
  readonly dataDir: string;
}

const BOLD = 1;
const GREEN = 32;

/** The text printed at the end of a start: addresses, key, and lines to paste. */
export function summary({ apiUrl, temporalUiUrl, apiKey, tookMs, dataDir }: Summary): string {
  const row = (label: string, value: string) => `  ${label.padEnd(13)}${paint(value, BOLD)}`;
  const ready = paint('The media-generation platform is ready', GREEN);
  return [
    '',
    `${ready} (${(tookMs / 1000).toFixed(1)} s)`,
    '',
    row('API', apiUrl),
    row('Reference', `${apiUrl}/docs`),
    row('Temporal UI', temporalUiUrl ?? 'of the server in TEMPORAL_ADDRESS'),
    row('Demo key', apiKey),
    '',
    '  Make an image (paste into a shell):',
    '',
    indent(createLines(apiUrl, apiKey)),
    '',
    '  Wait for it and save it:',
    '',
    indent(saveLines(apiUrl)),
    '',
    `  Addresses and keys are in ${dataDir}/connection.json, logs in ${dataDir}/logs. Ctrl-C stops everything.`,
    '',
  ].join('\n');
}

/** Only what every machine with a shell and curl has; a pasted line may be run twice. */
function createLines(apiUrl: string, apiKey: string): string {
  return `KEY=${apiKey}
ID=$(curl -sS ${apiUrl}/v1/images \\
  -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: $(uuidgen 2>/dev/null || echo $RANDOM-$(date +%s))" \\
  -d '{"prompt": "a red fox in snow"}' | tee /dev/stderr | grep -Eo 'gen_[0-9a-f]{32}' | head -n 1)`;
}

function saveLines(apiUrl: string): string {
  return `for try in $(seq 60); do
  URL=$(curl -sS ${apiUrl}/v1/generations/$ID -H "Authorization: Bearer $KEY" \\
    | grep -Eo '"url": ?"[^"]+"' | head -n 1 | cut -d '"' -f 4)
  [ -n "$URL" ] && curl -sSo fox.webp "$URL" && ls -l fox.webp && break; sleep 1
done`;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
