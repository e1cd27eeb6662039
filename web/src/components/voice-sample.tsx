import type { Voice } from '../api/contract';

/** Plays the sample of a voice, if it has one. */
export function VoiceSample({ voice: { name, preview_url: url } }: { readonly voice: Voice }) {
  if (!url) return null;
  // The page's policy allows media from its own origin, which can differ from PUBLIC_URL.
  const { pathname } = new URL(url);
  return (
    <audio
      controls
      preload="none"
      src={pathname}
      aria-label={`${name} sample`}
      className="sample"
    />
  );
}
