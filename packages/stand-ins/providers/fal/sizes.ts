/** Nano Banana 2's pixel sizes at 1K; 2K and 4K are two and four times as large on each side. */
const SIZES_1K: Readonly<Record<string, readonly [width: number, height: number]>> = {
  '1:1': [1024, 1024],
  '2:3': [848, 1264],
  '3:2': [1264, 848],
  '3:4': [896, 1200],
  '4:3': [1200, 896],
  '4:5': [928, 1152],
  '5:4': [1152, 928],
  '9:16': [768, 1376],
  '16:9': [1376, 768],
  '21:9': [1584, 672],
};

/** Returns the size of a picture that the model makes. */
export function sizePicture(ratio: string, resolution: string): { width: number; height: number } {
  const [width, height] = SIZES_1K[ratio] ?? [1024, 1024];
  const scale = Number.parseFloat(resolution);
  return { width: width * scale, height: height * scale };
}
