/** Converts a stored picture to another format. Keeps its provenance metadata. */
export type ConvertPicture = (picture: Buffer, format: 'png' | 'jpeg') => Promise<Buffer>;
