import { renderClip, renderPicture } from '@media-platform/studio';
import { computeImageSize } from '../domain/catalogue/image-model.js';
import { parseRatio } from '../domain/catalogue/aspect-ratio.js';
import { computeVideoSize } from '../domain/catalogue/video-model.js';

/**
 * Measures the cost of clips of the local renderer: wall and CPU seconds, peak memory, size. Each clip runs in a
 * separate process, so that the peaks are separate: `npm run bench:clips -- 480p 4`, `-- 1080p 12`.
 */
const [resolution = '480p', length = '4'] = process.argv.slice(2);
const seconds = Number(length);
const size = computeVideoSize(resolution, parseRatio('16:9') ?? 1);
const prompt = 'a lighthouse by the sea at dusk, zoom in';
const frame = await renderPicture({
  prompt,
  aspectRatio: '16:9',
  resolution: '1K',
  edit: false,
  seed: 1,
  ...computeImageSize('16:9', '1K'),
  inputs: {
    scene: null,
    characters: [],
    products: [],
    references: [],
  },
});
const restMb = process.memoryUsage().rss / 1e6;
const began = performance.now();
const cpu = process.cpuUsage();
const clip = await renderClip(
  {
    prompt,
    seed: 1,
    ...size,
    seconds,
    audio: true,
    references: [],
    narration: null,
    motion: null,
    firstFrame: { bytes: frame },
  },
  { signal: new AbortController().signal, onProgress: () => undefined },
);
const { user, system } = process.cpuUsage(cpu);
const wall = (performance.now() - began) / 1_000;
// On Linux, maxRSS is in kilobytes.
const peakMb = process.resourceUsage().maxRSS / 1_000;
console.log(
  `${resolution} ${size.width}x${size.height} ${seconds} s: ${wall.toFixed(1)} s wall, ${((user + system) / 1e6).toFixed(1)} s CPU, peak ${peakMb.toFixed(0)} MB (${restMb.toFixed(0)} at rest), ${(clip.length / 1e6).toFixed(1)} MB`,
);
