// Workers reach the domain only through activities.
export { checkSigningKey } from '../domain/provenance/check-at-start.js';
