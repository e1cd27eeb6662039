import { group, rect, type Paint } from '../picture/svg.js';

/** Drawing units are pixels of the picture; x counts from the picture's middle. */
export const WIDTH = 1024;
export const HEIGHT = 1280;

/** Draws the content for the left half (negative x), and its mirror image. */
export const both = (content: string): string => content + group('scale(-1 1)', content);

/** Clips content to a shape. Ids are unique per document, so each name is used once in it. */
export const clipped = (name: string, shape: string, content: string): string =>
  `<clipPath id="${name}"><path d="${shape}"/></clipPath><g clip-path="url(#${name})">${content}</g>`;

/** Blurs content by this many units. */
export const soft = (name: string, deviation: number, content: string): string => {
  // Blurs in sRGB, because linear light, the default, leaves too few of the eight bits for dark
  // colours.
  const box = 'x="-20%" y="-20%" width="140%" height="140%" color-interpolation-filters="sRGB"';
  const filter = `<filter id="${name}" ${box}><feGaussianBlur stdDeviation="${deviation}"/></filter>`;
  return `${filter}<g filter="url(#${name})">${content}</g>`;
};

/** Fills the whole picture with one paint. */
export const whole = (paint: Paint): string => rect([0, 0], [WIDTH, HEIGHT], paint);
