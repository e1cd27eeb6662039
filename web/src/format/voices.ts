/** The part of a voice of the API that its texts need. */
interface Voice {
  readonly voice_key: string;
  readonly name: string;
  readonly gender: string;
  readonly accent: string;
  readonly language: string;
  readonly type: 'cloned' | 'preset';
}

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });

/** Formats `American English` for `en-US`. */
export const formatLanguage = (tag: string): string => LANGUAGES.of(tag) ?? tag;

const findPrimaryTag = (tag: string): string => tag.split('-')[0] ?? tag;

/** Formats `female, British English`. */
export function describeVoice({ gender, accent, language }: Voice): string {
  const spoken = formatLanguage(findPrimaryTag(language));
  // The accent of a cloned voice is the name of its language: `Dutch`, `British English`.
  return `${gender}, ${accent.includes(spoken) ? accent : `${accent} ${spoken}`}`;
}

/** Headings of the two kinds of voices. */
export const OWN_VOICES = 'Your voices';
export const PRESET_VOICES = 'Preset voices';

/** Separates the account's cloned voices from the voices that every account has. */
export const splitVoices = <V extends Pick<Voice, 'type'>>(voices: readonly V[]) => ({
  own: voices.filter(({ type }) => type === 'cloned'),
  presets: voices.filter(({ type }) => type === 'preset'),
});

const toOption = (voice: Voice) => ({
  value: voice.voice_key,
  label: `${voice.name} · ${describeVoice(voice)}`,
});

/** Lists voices as options of a field: the account's cloned voices first, in a group. */
export function listVoiceOptions(voices: readonly Voice[]) {
  const { own, presets } = splitVoices(voices);
  if (own.length === 0) return presets.map(toOption);
  return [
    { group: OWN_VOICES, items: own.map(toOption) },
    { group: PRESET_VOICES, items: presets.map(toOption) },
  ];
}

/** Lists languages by name as options of a field. */
export const listLanguageOptions = (tags: readonly string[]) =>
  [...new Set(tags)]
    .map((value) => ({ value, label: formatLanguage(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));

/** Lists the languages of voices, without regions, and the chosen one, which may have a region. */
export const listSpokenLanguages = (
  voices: readonly Pick<Voice, 'language'>[],
  chosen: string | null,
) =>
  listLanguageOptions([
    ...voices.map(({ language }) => findPrimaryTag(language)),
    ...(chosen ? [chosen] : []),
  ]);
