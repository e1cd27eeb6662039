import { parseRatio } from '../../domain/catalogue/aspect-ratio.js';
import {
  computeImageSize,
  IMAGE_ASPECT_RATIOS,
  IMAGE_RESOLUTIONS,
} from '../../domain/catalogue/image-model.js';
import { buildImagePriceList } from '../../domain/catalogue/image-price.js';
import { computeVideoSize, type VideoModel } from '../../domain/catalogue/video-model.js';
import { buildVideoPriceGrid } from '../../domain/catalogue/video-price.js';

/** Above this number, only every fifth length is listed. */
const LENGTHS_MAX = 16;

/** Writes a table in Markdown. */
export const writeTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const listCodes = (values: readonly string[]): string =>
  values.map((value) => `\`${value}\``).join(', ');

/** Writes the prices of a clip: a row per length, a column per resolution. */
export function writeVideoPrices(model: VideoModel, multiplier: number): string {
  const grid = buildVideoPriceGrid(model, multiplier);
  const lengths = [...new Set(Object.keys(grid).map((key) => key.split('/')[1] ?? ''))];
  const listed = lengths.filter(
    (length, at) =>
      lengths.length <= LENGTHS_MAX || at === 0 || Number.parseInt(length, 10) % 5 === 0,
  );
  return writeTable(
    ['Length', ...model.resolutions],
    listed.map((length) => [
      length.replace('s', ' s'),
      ...model.resolutions.map((resolution) => String(grid[`${resolution}/${length}`])),
    ]),
  );
}

/** Names the cheapest clip. */
export function writeLowestPrice(model: VideoModel, multiplier: number): string {
  const prices = Object.entries(buildVideoPriceGrid(model, multiplier));
  const [[key, credits] = ['', 0]] = prices.toSorted(([, a], [, b]) => a - b);
  const [resolution, length = ''] = key.split('/');
  return `${credits} for ${length.replace('s', ' s')} in ${resolution}`;
}

/** Writes the sizes of a clip in pixels: a row per ratio, a column per resolution. */
export function writeVideoSizes({ aspectRatios, resolutions }: VideoModel): string {
  const rows = aspectRatios.flatMap((name) => {
    const ratio = parseRatio(name);
    if (ratio === null) return [];
    const sizes = resolutions.map((resolution) => writeSize(computeVideoSize(resolution, ratio)));
    return [[`\`${name}\``, ...sizes]];
  });
  return rows.length === 0 ? '' : writeTable(['Ratio', ...resolutions], rows);
}

export const writeImagePrices = (multiplier: number): string =>
  writeTable(
    ['Resolution', 'Credits'],
    Object.entries(buildImagePriceList(multiplier)).map(([resolution, credits]) => [
      `\`${resolution}\``,
      String(credits),
    ]),
  );

/** Writes the sizes of an image in pixels: a row per ratio, a column per resolution. */
export const writeImageSizes = (): string =>
  writeTable(
    ['Ratio', ...IMAGE_RESOLUTIONS],
    IMAGE_ASPECT_RATIOS.map((ratio) => [
      `\`${ratio}\``,
      ...IMAGE_RESOLUTIONS.map((resolution) => writeSize(computeImageSize(ratio, resolution))),
    ]),
  );

const writeSize = ({ width, height }: { width: number; height: number }): string =>
  `${width} × ${height}`;
