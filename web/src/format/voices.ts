import type { Voice } from '../api/contract';

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });

/** Formats `American English` for `en-US`. */
export const formatLanguage = (tag: string): string => LANGUAGES.of(tag) ?? tag;

/** Formats `female, British English`. */
export function describeVoice({ gender, accent, language }: Voice): string {
  const spoken = formatLanguage(language.split('-')[0] ?? language);
  return `${gender}, ${accent === spoken ? spoken : `${accent} ${spoken}`}`;
}
