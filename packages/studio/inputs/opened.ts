import { openPicture, type Picture } from '../analysis/open.js';
import type { GivenPictures } from './given.js';
import { UNMENTIONED, type TagPlace } from './mentions.js';
import type { Plan } from './plan-picture.js';

/** The opened input pictures by role. */
export interface Pictures {
  readonly scene: Picture | null;
  readonly face: Picture | null;
  readonly product: Picture | null;
  readonly references: readonly { readonly picture: Picture; readonly place: TagPlace }[];
}

/**
 * Opens all pictures concurrently. A reference that the prompt sends to the background becomes the
 * scene if there is no scene; an edit keeps its scene's people.
 * @throws {StudioFailure} `unreadable` when an input is not a picture
 */
export async function openAll(
  { scene, character, product, references }: GivenPictures,
  { edit, places }: Plan,
): Promise<Pictures> {
  const [given, face, item, ...opened] = await Promise.all([
    scene && openPicture(scene.bytes, 'scene image'),
    character && !edit ? openPicture(character.bytes, 'character image') : null,
    product && openPicture(product.bytes, 'product image'),
    ...references.map(async ({ tag, image }, at) => ({
      picture: await openPicture(image.bytes, `reference image ${tag}`),
      place: places[at] ?? UNMENTIONED,
    })),
  ]);
  const backdrop = given === null ? opened.find(({ place }) => place.background) : undefined;
  return {
    scene: given ?? backdrop?.picture ?? null,
    face,
    product: item,
    references: opened.filter((reference) => reference !== backdrop),
  };
}
