/** Every workflow of the system, by name: what is exported here is what a worker can run. */
export { finaliseUpload } from './finalise-upload.js';
export { generateImage } from './generate-image.js';
export { sweepUploads } from './maintenance.js';
