import type { ModelSource } from '../catalogue/model-source.js';
import { CLONED_LANGUAGES, toCanonicalTag } from '../catalogue/cloned-voice.js';
import { SPEECH_SOURCES } from '../catalogue/speech-sources.js';
import { findPrimaryLanguage } from '../catalogue/voices.js';
import type { Issue } from '../contract/refusal.js';
import { shorten } from '../contract/show-value.js';

/**
 * Lists the problems of a voice to clone that the schema does not find: no configured provider
 * clones voices, or not in this language.
 * @param isEnabled whether a provider is configured and serves this upstream model
 */
export function checkVoiceRules(
  { language }: Readonly<Record<string, unknown>>,
  isEnabled: (source: ModelSource) => boolean,
): Issue[] {
  const sources = SPEECH_SOURCES.filter(({ voices }) => voices === 'recording');
  if (!sources.some(isEnabled)) {
    const makers = [...new Set(sources.map(({ provider }) => provider))].join(', ');
    const message = `cannot be cloned, because no configured provider clones voices. The operator can configure one: ${makers} (docs/providers.md)`;
    return [{ path: 'body.recording', message }];
  }
  if (typeof language !== 'string' || canClone(language)) return [];
  const known = CLONED_LANGUAGES.join(', ');
  const message = `${shorten(language)} cannot be cloned; use one of ${known}, with or without a region`;
  return [{ path: 'body.language', message }];
}

function canClone(language: string): boolean {
  if (!CLONED_LANGUAGES.includes(findPrimaryLanguage(language))) return false;
  try {
    toCanonicalTag(language);
    return true;
  } catch {
    return false;
  }
}
