/** Makes a stored picture of another format. What it says of its making is kept. */
export type ConvertPicture = (picture: Buffer, format: 'png' | 'jpeg') => Promise<Buffer>;
