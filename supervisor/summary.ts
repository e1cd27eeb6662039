import { paint } from './child-log.js';
import type { LaunchResult } from './launch.js';

/** The data for a start's summary. */
export interface Summary extends Omit<LaunchResult, 'restart'> {
  readonly tookMs: number;
  /** The data folder, shown unchanged: relative to the command's working directory. */
  readonly dataDir: string;
}

const BOLD = 1;
const GREEN = 32;
/**
 * With fewer credits, the summary says how to add more: a 4K image costs 3, a clip a few hundred.
 */
const FEW_CREDITS = 100;

/**
 * Builds the text printed at the end of a start: URLs, key, and commands to paste. Lines indented
 * by four spaces can be pasted into a shell unchanged, in order, as test/docs/shell.test.ts does.
 */
export function buildSummary({
  apiUrl,
  temporalUiUrl,
  socialDemoUrl,
  demo,
  credits,
  signInUrl,
  tookMs,
  dataDir,
}: Summary): string {
  const formatRow = (label: string, value: string) => `  ${label.padEnd(13)}${paint(value, BOLD)}`;
  const ready = paint('The media-generation platform is ready', GREEN);
  return [
    '',
    `${ready} (${(tookMs / 1000).toFixed(1)} s)`,
    '',
    formatRow('Dashboard', signInUrl),
    '               Signs you in once, within 15 minutes. For another link:',
    `               npm run admin -- sign-in-link --account ${demo.accountId} --operator`,
    formatRow('API', apiUrl),
    formatRow('Docs', `${apiUrl}/docs`),
    formatRow(
      'Temporal UI',
      temporalUiUrl ?? 'not started here (see the server at TEMPORAL_ADDRESS)',
    ),
    ...(socialDemoUrl
      ? [`${formatRow('Social demo', socialDemoUrl)} (not the real platforms)`]
      : []),
    `${formatRow('Demo key', demo.apiKey)}${credits === null ? '' : ` (${credits} credits)`}`,
    ...describeMoreCredits(demo.accountId, credits),
    '',
    '  Paste this into a second terminal. All examples in README.md and docs/ use it:',
    '',
    `    export API_URL=${apiUrl} API_KEY=${demo.apiKey}`,
    '',
    '  Then generate an image:',
    '',
    indent(IMAGE_LINES),
    '',
    '  Or, in this folder, generate one, wait for it and save it:',
    '',
    '    npx media image "a red fox in snow"',
    '',
    `  Logs are in ${dataDir}/logs, all addresses and keys in ${dataDir}/connection.json.`,
    '  Ctrl-C stops everything. The data is kept for the next npm start.',
    '',
  ].join('\n');
}

/**
 * Needs only a shell and curl. Each paste uses a new idempotency key, so pasting the lines twice
 * makes two images.
 */
const IMAGE_LINES = `curl -sS $API_URL/v1/images -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" -H "Idempotency-Key: $(date +%s)-$RANDOM" \\
  -d '{"prompt": "a red fox in snow"}'`;

function describeMoreCredits(accountId: string, credits: number | null): string[] {
  if (credits === null || credits >= FEW_CREDITS) return [];
  return [`               More: npm run admin -- credits grant ${accountId} --amount 1000`];
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
