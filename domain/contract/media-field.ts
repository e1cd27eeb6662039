import { Type } from 'typebox';

/**
 * Maximum characters: enough for a data URL of 20 MB decoded. Longer text is refused before
 * parsing.
 */
const MEDIA_TEXT_MAX = 27_000_000;

/** Builds a media field: an upload id, a public https URL or a base64 data URL. */
export const MediaField = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: MEDIA_TEXT_MAX,
    description: `${description} An upload ID (\`upl_…\`), a public https URL or a base64 data URL.`,
    examples: ['upl_0123456789abcdef0123456789abcdef'],
  });
