/**
 * Detects WAV and MP3 from the bytes: servers declare `application/octet-stream` or the wrong type.
 * @returns null for other files
 */
export function detectSoundType(bytes: Buffer): 'audio/mpeg' | 'audio/wav' | null {
  const head = bytes.toString('latin1', 0, 12);
  if (/^RIFF[^]{4}WAVE/.test(head)) return 'audio/wav';
  // An ID3 tag, or a frame of layer 3: eleven set bits, any version, layer bits 01.
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2;
  return head.startsWith('ID3') || isFrame ? 'audio/mpeg' : null;
}
