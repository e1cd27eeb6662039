import { CLONED_KEY } from '../catalogue/cloned-voice.js';
import { VOICE_KEYS } from '../catalogue/voices.js';
import { PRINTABLE } from './printable.js';

export const BOX_ID = '^box_[0-9a-f]{24}$';
export const DAY = '^\\d{4}-\\d\\d-\\d\\d$';
/** Pattern of 1 to 100 generation ids, separated by commas. */
export const ARCHIVE_IDS = '^gen_[0-9a-f]{32}(,gen_[0-9a-f]{32}){0,99}$';
export const TAG = '^@[A-Za-z0-9_]{1,20}$';
/** Brackets would be ambiguous in a filter such as `metadata[order]=42`. */
export const METADATA_KEY = '^[^\\[\\]]{1,40}$';
export const VISIBLE = '\\S';
/** Pattern of a BCP 47 language tag without extensions. */
export const LANGUAGE = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$';

/** Pattern of a key of the catalogue's voices, or of any cloned voice. */
export const VOICE_KEY = `^(${VOICE_KEYS.join('|')}|${CLONED_KEY})$`;

/** Descriptions of patterns, to complete "must be …" in an error message. */
export const FORMS: Readonly<Record<string, string>> = {
  [ARCHIVE_IDS]: '1 to 100 generation IDs, separated by commas',
  [LANGUAGE]: 'a language tag such as `en` or `pt-BR`',
  [DAY]: 'a day such as `2026-11-22`',
  [BOX_ID]: '`box_` and 24 hex characters',
  [PRINTABLE]:
    'text in one line that begins with a visible character, without control or formatting characters',
  [METADATA_KEY]: '1 to 40 characters without `[` and `]`',
  [VOICE_KEY]: `one of ${VOICE_KEYS.join(', ')}, or the key of a cloned voice (\`vce_…\`)`,
  [TAG]: '`@` and 1 to 20 letters, digits or underscores, such as `@jacket`',
};

/** Names that match a pattern, to suggest one in an error message. */
export const NAMES: Readonly<Record<string, readonly string[]>> = { [VOICE_KEY]: VOICE_KEYS };
