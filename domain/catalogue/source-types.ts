/**
 * IPTC terms for the origin of media. Our renderer has no training data, so its files must not use
 * the term for trained models.
 */
export const SOURCE_TYPE = {
  algorithmic: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
  trained: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
} as const;

/** `algorithmic` for files of our renderer; `trained` for files of a model that learned from data. */
export type Synthetic = keyof typeof SOURCE_TYPE;

/** Name of this service in generated files. */
export const CREATOR_TOOL = 'media-generation-platform';
