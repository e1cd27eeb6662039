import sharp from 'sharp';
import type { Grade } from './grade.js';
import type { Picture, Raster } from '../analysis/open.js';

/** Long side in pixels of a backdrop when it is divided into flat patches. */
const PATCH_PX = 420;
const COLOURS = 24;
const MEDIAN_PX = 5;

interface Size {
  readonly width: number;
  readonly height: number;
}

const toSharp = ({ data, info }: Raster) => sharp(data, { raw: info });

async function applyGrade(raster: Raster, grade: Grade): Promise<Raster> {
  const data = await toSharp(raster).recomb(grade.matrix).linear(1, grade.lift).raw().toBuffer();
  return { data, info: raster.info };
}

/** Renders the scene itself, filling the size, in the light that the prompt asks for. */
export async function renderEditedScene(scene: Picture, size: Size, grade: Grade): Promise<Raster> {
  return applyGrade(await scene.cover(size.width, size.height), grade);
}

/**
 * Renders the scene as a printed backdrop: flat patches of few colours with soft edges. It provides
 * composition and light, and only the drawing in front is sharp.
 */
export async function renderSoftenedScene(
  scene: Picture,
  size: Size,
  grade: Grade,
): Promise<Raster> {
  const factor = PATCH_PX / Math.max(size.width, size.height);
  const width = Math.round(size.width * factor);
  const height = Math.round(size.height * factor);
  const small = await applyGrade(await scene.cover(width, height), grade);
  const patches = await toSharp(small)
    .median(MEDIAN_PX)
    .png({ palette: true, colours: COLOURS, dither: 0, effort: 1 })
    .toBuffer();
  const data = await sharp(patches)
    .toColourspace('srgb')
    .removeAlpha()
    .resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  return { data, info: { ...size, channels: 3 } };
}
