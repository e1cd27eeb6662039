/** Our voice for each voice name of OpenAI, which clients have built in. */
export const OPENAI_VOICES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alloy: 'standard',
    ash: 'miles',
    ballad: 'edmund',
    cedar: 'miles',
    coral: 'grace',
    echo: 'arjun',
    fable: 'edmund',
    marin: 'grace',
    nova: 'grace',
    onyx: 'miles',
    sage: 'matilda',
    shimmer: 'harriet',
    verse: 'arjun',
  }),
);
