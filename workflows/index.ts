/** Exports every workflow by name: workers can run exactly these exports. */
export { analyseSubject } from './analyse-subject.js';
export { deliverWebhook } from './deliver-webhook.js';
export { drawPortrait } from './draw-portrait.js';
export { finaliseUpload } from './finalise-upload.js';
export { followPublication } from './follow-publication.js';
export { generateImage } from './generate-image.js';
export { generateSpeech } from './generate-speech.js';
export { generateVideo } from './generate-video.js';
export {
  chargeFees,
  pruneRequests,
  pruneWebhooks,
  reconcile,
  refreshTokens,
  sweepUploads,
} from './maintenance.js';
export { publishPost } from './publish-post.js';
export { resignLibrary } from './resign-library.js';
