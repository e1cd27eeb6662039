import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the fixtures that tests of the whole product share. */
const FOLDER = join(import.meta.dirname, '../../../test/media/inspection/fixtures');

/** Reads a media file created by `make.sh` in that folder. */
export const fixture = (name: string): Buffer => readFileSync(join(FOLDER, name));
