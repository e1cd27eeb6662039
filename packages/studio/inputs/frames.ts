import sharp, { type OverlayOptions } from 'sharp';
import { ellipse, rect } from '../picture/svg.js';
import type { Box } from './layout.js';
import type { Picture } from '../analysis/open.js';

/** Colour of card and mat: warm white, like photographic paper. */
const PAPER = '#fbf8f1';
const INK = '#14101c';
/**
 * Space around a frame for its shadow, and paper around the picture, as fractions of its short
 * side.
 */
const SHADOW = 0.09;
const BORDER = 0.055;
const MAT = 0.04;

interface Frame {
  /** Size in device pixels, including the shadow. */
  readonly width: number;
  readonly height: number;
  /** The box of the picture inside the frame. */
  readonly inner: Box;
  readonly under: string;
  /** SVG drawn over the picture. */
  readonly over: string;
}

const buildSvgDocument = (width: number, height: number, content: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  );

/**
 * Draws a soft shadow from many faint layers, because a blur filter would cost more than the rest
 * of the frame.
 */
const drawShadow = (layer: (grow: number) => string, margin: number): string =>
  Array.from({ length: 10 }, (_, index) => layer((margin * (9 - index)) / 10)).join('');

/**
 * Computes the frame in whole pixels, because a photograph must not be resampled to fit its frame.
 */
function computeGeometry(box: Box, scale: number, border: number) {
  const [outerWidth, outerHeight] = [box.width * scale, box.height * scale].map(Math.round) as [
    number,
    number,
  ];
  const side = Math.min(outerWidth, outerHeight);
  const margin = Math.ceil(side * SHADOW);
  const edge = Math.round(side * border);
  return {
    outer: { x: margin, y: margin, width: outerWidth, height: outerHeight },
    inner: {
      x: margin + edge,
      y: margin + edge,
      width: outerWidth - 2 * edge,
      height: outerHeight - 2 * edge,
    },
    width: outerWidth + 2 * margin,
    height: outerHeight + 2 * margin,
    margin,
  };
}

function computeCardFrame(box: Box, scale: number): Frame {
  const { outer, inner, width, height, margin } = computeGeometry(box, scale, BORDER);
  const cast = (grow: number) =>
    rect(
      [outer.x - grow, outer.y - grow + margin * 0.25],
      [outer.width + 2 * grow, outer.height + 2 * grow],
      INK,
      margin * 0.3 + grow,
      0.035,
    );
  const line = `<rect x="${inner.x}" y="${inner.y}" width="${inner.width}" height="${inner.height}" fill="none" stroke="${INK}" stroke-opacity="0.18"/>`;
  const paper = rect([outer.x, outer.y], [outer.width, outer.height], PAPER, margin * 0.22);
  return { width, height, inner, under: drawShadow(cast, margin * 0.75) + paper, over: line };
}

function computeOvalFrame(box: Box, scale: number, accent: string): Frame {
  const { outer, inner, width, height, margin } = computeGeometry(box, scale, MAT);
  const centre = [width / 2, height / 2] as const;
  const [rx, ry] = [outer.width / 2, outer.height / 2];
  const cast = (grow: number) =>
    ellipse([centre[0], centre[1] + margin * 0.25], rx + grow, ry + grow, INK, 0.035);
  const drawRing = (away: number, colour: string, thick: number, opacity: number) =>
    `<ellipse cx="${centre[0]}" cy="${centre[1]}" rx="${rx - away}" ry="${ry - away}" fill="none" stroke="${colour}" stroke-width="${thick}" stroke-opacity="${opacity}"/>`;
  const edge = inner.x - outer.x;
  return {
    width,
    height,
    inner,
    under: drawShadow(cast, margin * 0.75) + ellipse(centre, rx, ry, PAPER),
    over: drawRing(edge * 0.3, accent, edge * 0.28, 1) + drawRing(edge, INK, 1, 0.25),
  };
}

async function assemble(
  { frame, box, scale }: { readonly frame: Frame; readonly box: Box; readonly scale: number },
  picture: OverlayOptions,
): Promise<OverlayOptions> {
  const { width, height, inner } = frame;
  const data = await sharp(buildSvgDocument(width, height, frame.under))
    .composite([
      { ...picture, left: inner.x, top: inner.y },
      { input: buildSvgDocument(width, height, frame.over), left: 0, top: 0 },
    ])
    .raw()
    .toBuffer();
  return {
    input: data,
    raw: { width, height, channels: 4 },
    left: Math.round(box.x * scale - (width - box.width * scale) / 2),
    top: Math.round(box.y * scale - (height - box.height * scale) / 2),
  };
}

/** Draws a reference as a small print on white card. The reference's colours stay unchanged. */
export async function drawCard(picture: Picture, box: Box, scale: number): Promise<OverlayOptions> {
  const frame = computeCardFrame(box, scale);
  const { data, info } = await picture.cover(frame.inner.width, frame.inner.height);
  return assemble({ frame, box, scale }, { input: data, raw: info });
}

/** Draws a face in an oval mat with a ring in the accent ink. */
export async function drawOval(
  picture: Picture,
  box: Box,
  { scale, accent }: { readonly scale: number; readonly accent: string },
): Promise<OverlayOptions> {
  const frame = computeOvalFrame(box, scale, accent);
  const { width, height } = frame.inner;
  const { data, info } = await picture.cover(width, height);
  const shape = buildSvgDocument(
    width,
    height,
    ellipse([width / 2, height / 2], width / 2, height / 2, '#fff'),
  );
  const cut = await sharp(data, { raw: info })
    .ensureAlpha()
    .composite([{ input: shape, blend: 'dest-in' }])
    .raw()
    .toBuffer();
  return assemble({ frame, box, scale }, { input: cut, raw: { width, height, channels: 4 } });
}
