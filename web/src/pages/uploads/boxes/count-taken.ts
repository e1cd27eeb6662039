import type { UploadBox } from '../../../api/contract';

/** The number of started uploads. */
export const countTaken = ({ files_max: most, files_left: left }: UploadBox): number => most - left;
