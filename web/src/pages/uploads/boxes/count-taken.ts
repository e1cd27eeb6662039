import type { UploadBox } from '../../../api/contract';

/** Returns the number of uploads that were started. */
export const countTaken = ({ files_max: most, files_left: left }: UploadBox): number => most - left;
