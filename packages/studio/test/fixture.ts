import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that tests of the whole product share. */
const FOLDER = join(import.meta.dirname, '../../../test/media/inspection/fixtures');

/** A media file that `make.sh` of that folder made. */
export const fixture = (name: string): Buffer => readFileSync(join(FOLDER, name));
