// The studio's public API. Other modules import from the studio only through this file.
export { renderClip, type ClipContext, type ClipRequest } from './clip/render-clip.js';
export { StudioFailure, type StudioFailureKind } from './failure.js';
export { FACE_PX, findFace } from './analysis/face.js';
export { measure, type Brightness, type PictureMeasures } from './analysis/measure.js';
export { nameColour } from './analysis/names.js';
export { openPicture, type SubjectBox } from './analysis/open.js';
export { renderPortrait } from './portraits/render-portrait.js';
export { renderPicture, type RenderRequest } from './render-picture.js';
export { findUnknownThing, type UnknownThing } from './find-unknown-thing.js';
export {
  renderSpeech,
  SPEECH_CHARACTERS_MAX,
  type Speech,
  type SpeechContext,
  type SpeechRequest,
} from './speech/render-speech.js';
export { SPEECH_LANGUAGES, UnsupportedLanguage, type SpeechVoice } from './speech/voices.js';
