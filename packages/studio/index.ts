// The studio's public API. Other modules import from the studio only through this file.
export { renderClip, type ClipContext, type ClipRequest } from './clip/render-clip.js';
export { StudioFailure, type StudioFailureKind } from './failure.js';
export type { SubjectBox } from './look/box.js';
export { FACE_PX, findFace } from './look/face.js';
export { measure, type Brightness, type PictureMeasures } from './look/measure.js';
export { nameColour } from './look/names.js';
export { openPicture } from './look/open.js';
export { renderPortrait } from './portraits/render-portrait.js';
export { renderPicture, type RenderRequest } from './render-picture.js';
export { findUnknownThing, type UnknownThing } from './unknown-thing.js';
