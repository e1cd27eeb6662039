import type { Voice } from '../api/contract';

/** Plays the sample of a voice, if it has one. */
export function VoiceSample({ voice }: { readonly voice: Voice }) {
  const { name, type, preview_url: url } = voice;
  if (!url) return null;
  // The page's policy allows media from its own origin, which can differ from PUBLIC_URL, and from
  // the origin of all outputs, which also serves recordings.
  const source = type === 'cloned' ? url : new URL(url).pathname;
  return (
    <audio controls preload="none" src={source} aria-label={`${name} sample`} className="sample" />
  );
}
