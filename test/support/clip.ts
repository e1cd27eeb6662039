import { renderClip } from '@media-platform/studio';
import { blackPng } from '../media/inspection/made.js';

/** Renders a real MP4 of this many seconds. By default it is small and without sound. */
export function clipOf(
  seconds: number,
  { width, height }: { readonly width: number; readonly height: number } = {
    width: 96,
    height: 64,
  },
): Promise<Buffer> {
  const firstFrame = { bytes: blackPng(64), contentType: 'image/png' };
  return renderClip(
    {
      prompt: 'zoom in',
      seed: 1,
      width,
      height,
      seconds,
      audio: false,
      firstFrame,
      references: [],
      narration: null,
      motion: null,
    },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
}
