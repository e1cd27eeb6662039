import type { UploadBox } from '../../../api/contract';

/** Files that people have begun to send. */
export const countTaken = ({ files_max: most, files_left: left }: UploadBox): number => most - left;
