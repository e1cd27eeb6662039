import type { Context } from './command.js';
import type { CompletedWork } from './work.js';

const FETCH_MS = 10_000;
const BYTES_MAX = 2_000_000;
/** Height in rows of text. */
const ROWS = 16;
/**
 * Terminals that show WebP files with iTerm2's protocol (iterm2.com/documentation-images.html,
 * wezterm.org/imgcat.html). Kitty's protocol needs PNG or pixels, which the service does not offer.
 */
const PROGRAMS = ['iTerm.app', 'WezTerm'];

/** Returns whether the terminal can show pictures. Multiplexers do not forward them. */
export function canShowPicture({ env, terminal, values, isJson }: Context): boolean {
  const isBare = !env['TMUX'] && !env['STY'];
  const isKnown = PROGRAMS.includes(env['TERM_PROGRAM'] ?? '');
  return terminal.showsResults && isKnown && isBare && !isJson && !values.has('no-picture');
}

/** Shows the preview of a result, best effort. Speech has none. */
export async function showPicture(context: Context, { result }: CompletedWork): Promise<void> {
  const url = 'thumbnail_url' in result ? result.thumbnail_url : null;
  if (url === null || !canShowPicture(context)) return;
  try {
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(FETCH_MS)]);
    const response = await fetch(url, { signal });
    if (!response.ok || Number(response.headers.get('Content-Length')) > BYTES_MAX) return;
    const bytes = Buffer.from(await response.arrayBuffer());
    const settings = `size=${bytes.length};height=${ROWS};preserveAspectRatio=1;inline=1`;
    context.terminal.writeRaw(`\x1b]1337;File=${settings}:${bytes.toString('base64')}\x07\n`);
  } catch {
    // Ignore the error: the file is saved, and the preview is optional.
    context.signal.throwIfAborted();
  }
}
