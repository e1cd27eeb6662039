/** Our voice for each voice name of OpenAI, which clients have built in. */
export const OPENAI_VOICES: Readonly<Record<string, string>> = {
  alloy: 'standard',
  ash: 'miles',
  ballad: 'edmund',
  cedar: 'miles',
  coral: 'grace',
  echo: 'miles',
  fable: 'edmund',
  marin: 'grace',
  nova: 'grace',
  onyx: 'arjun',
  sage: 'harriet',
  shimmer: 'matilda',
  verse: 'arjun',
};
