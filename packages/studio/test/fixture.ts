import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files shared by the tests of the whole product. */
const FOLDER = join(import.meta.dirname, '../../../test/media/inspection/fixtures');

/** A media file made by `make.sh` of that folder. */
export const fixture = (name: string): Buffer => readFileSync(join(FOLDER, name));
