/** Metadata that a platform reads from a clip. */
export interface ClipFacts {
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
}

/** @returns null if the bytes are not a readable clip */
export async function readClip(bytes: Buffer): Promise<ClipFacts | null> {
  const { BufferSource, Input, MP4, QTFF, WEBM } = await import('mediabunny');
  const input = new Input({ formats: [MP4, QTFF, WEBM], source: new BufferSource(bytes) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) return null;
    const { averagePacketRate } = await track.computePacketStats(200);
    return {
      seconds: await input.computeDuration(),
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
      framesPerSecond: averagePacketRate,
    };
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}

/** Reads a picture's metadata like a platform; null if the bytes are not a picture. */
export async function readPicture(
  bytes: Buffer,
): Promise<{ readonly format: string; readonly width: number; readonly height: number } | null> {
  const { default: sharp } = await import('sharp');
  const { format, width, height } = await sharp(bytes)
    .metadata()
    .catch(() => ({ format: undefined, width: 0, height: 0 }));
  return format === undefined ? null : { format, width, height };
}
