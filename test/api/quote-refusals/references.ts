import { randomBytes } from 'node:crypto';
import { GOOD } from '../../egress/rig.js';
import { dataUrl } from '../../support/data-url.js';

import type { RefusedCase } from './case.js';
import { CLIP, MP3, PNG, type World } from './world.js';

type Reference = (world: World) => string | Promise<string>;

const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);
const payload = PNG.toString('base64');
const gone = `gen_${'0'.repeat(32)}`;

async function expiredAddress(world: World): Promise<string> {
  const { id } = await world.signed();
  const sql = "UPDATE upload SET upload_expires_at = now() - interval '1 s' WHERE id = $1";
  await world.suite.db.query(sql, [id]);
  return id;
}

/** References that every field refuses. */
const ANY: Readonly<Record<string, Reference>> = {
  'an unknown upload': () => `upl_${randomBytes(16).toString('hex')}`,
  'an upload of another account': async ({ suite, stranger }) =>
    (await suite.inline(stranger, PNG)).id,
  'an expired upload': async (world) => (await world.ready('image/png', PNG, true)).id,
  'a signed upload without a file': async (world) => (await world.signed()).id,
  'a signed upload whose URL has expired': expiredAddress,
  'a signed upload of no bytes': async (world) =>
    (await world.signed('image/png', Buffer.alloc(0))).id,
  'a signed upload of text': async (world) =>
    (await world.signed('image/png', Buffer.from('<html>'))).id,
  'a signed upload with a file of another kind': async (world) =>
    (await world.signed('image/png', MP3)).id,
  'a signed upload of half a picture': async (world) =>
    (await world.signed('image/png', cut(PNG))).id,
  'a text that is not a reference': () => 'picture.png',
  'an id of the wrong length': () => 'upl_1234',
  'an id in upper case': () => `upl_${'A'.repeat(32)}`,
  'a local file': () => 'file:///etc/passwd',
  'a missing file of this service': ({ address }) =>
    address(`outputs/${gone}/${'a'.repeat(32)}.webp`),
  'a private URL of this service': ({ address }) => address(`work/${gone}/1`),
  'the URL of an expired upload': async (world) => (await world.ready('image/png', PNG, true)).url,
  'the URL of a staged file': async (world) => {
    const { id } = await world.signed('image/png', PNG);
    return world.address(await world.suite.stagingKey(id));
  },
  'a data URL of no bytes': () => 'data:image/png;base64,',
  'a data URL with wrong padding': () => 'data:image/png;base64,AAA',
  'a data URL with a space': () =>
    `data:image/png;base64,${payload.slice(0, 4)} ${payload.slice(4)}`,
  'a data URL without base64': () => `data:image/png,${payload}`,
  'a data URL without a type': () => `data:;base64,${payload}`,
  'a data URL of three zero bytes': () => 'data:image/png;base64,AAAA',
  'a data URL of an unsupported type': () => dataUrl(PNG, 'text/plain'),
  'a data URL of half a picture': () => dataUrl(cut(PNG)),
  'a data URL of SVG': () => dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  'a picture declared as audio': () => dataUrl(PNG, 'audio/mpeg'),
  'audio declared as a picture': () => dataUrl(MP3, 'image/png'),
  'a clip declared as audio': () => dataUrl(CLIP, 'audio/mp4'),
  'plain http': () => `http://${GOOD}/a.png`,
  'another port': () => `https://${GOOD}:8443/a.png`,
  credentials: () => `https://user:secret@${GOOD}/a.png`,
  'an invalid host': () => 'https://[',
  'a URL that is too long': () => `https://${GOOD}/${'x'.repeat(2_100)}`,
  'a private address': () => 'https://10.0.0.1/a.png',
  'a private address in decimal': () => 'https://167772161/a.png',
  'IPv6 loopback': () => 'https://[::1]/a.png',
  'a private address mapped into IPv6': () => 'https://[::ffff:10.0.0.1]/a.png',
  'a name with a private address': () => 'https://inner.egress.test/a.png',
  'a name with one private address': () => 'https://mixed.egress.test/a.png',
  'a name that does not exist': () => 'https://unknown.egress.test/a.png',
  'a name with silent name servers': () => 'https://silent.egress.test/a.png',
};

/** Files of a different kind than the field accepts. */
const NO_PICTURE: Readonly<Record<string, Reference>> = {
  'an upload of audio': async (world) => (await world.ready('audio/mpeg', MP3)).id,
  'the URL of an upload of a clip': async (world) => (await world.ready('video/mp4', CLIP)).url,
  'a signed upload of a clip': async (world) => (await world.signed('video/mp4', CLIP)).id,
  'a data URL of audio': () => dataUrl(MP3, 'audio/mpeg'),
  'a data URL of a clip': () => dataUrl(CLIP, 'video/mp4'),
};

/** Pictures, for fields that accept another kind of file. */
const PICTURES: Readonly<Record<string, Reference>> = {
  'an upload of a picture': async (world) => (await world.ready('image/png', PNG)).id,
  'a signed upload of a picture': async (world) => (await world.signed('image/png', PNG)).id,
  'a data URL of a picture': () => dataUrl(PNG),
  'an unknown upload': ANY['an unknown upload'] ?? String,
  'audio declared as a picture': () => dataUrl(MP3, 'image/png'),
  'a private address': () => 'https://10.0.0.1/a.mp4',
};

type Field = readonly [
  name: string,
  type: RefusedCase['type'],
  body: (reference: string) => object,
  references: Readonly<Record<string, Reference>>,
];

const film = { model: 'seedance-2.5', prompt: 'a fox' };
const FIELDS: readonly Field[] = [
  ['scene_image', 'image', (scene_image) => ({ scene_image }), { ...ANY, ...NO_PICTURE }],
  ['start_frame', 'video', (start_frame) => ({ ...film, start_frame }), { ...ANY, ...NO_PICTURE }],
  ['character_image', 'image', (character_image) => ({ character_image }), NO_PICTURE],
  [
    'the second reference image',
    'image',
    (image) => ({ prompt: 'a fox', reference_images: [{ image: dataUrl(PNG) }, { image }] }),
    NO_PICTURE,
  ],
  [
    'narration_audio',
    'video',
    (narration_audio) => ({ ...film, start_frame: dataUrl(PNG), narration_audio }),
    { ...PICTURES, 'a data URL of a clip': () => dataUrl(CLIP, 'video/mp4') },
  ],
  [
    'motion_video',
    'video',
    (motion_video) => ({
      model: 'kling-3.0-motion-control',
      start_frame: dataUrl(PNG),
      motion_video,
    }),
    {
      ...PICTURES,
      'a data URL of audio': () => dataUrl(MP3, 'audio/mpeg'),
      'a clip of half a second': () => dataUrl(CLIP, 'video/mp4'),
      'an upload of half a second': async (world) => (await world.ready('video/mp4', CLIP)).id,
      'a signed upload of half a second': async (world) =>
        (await world.signed('video/mp4', CLIP)).id,
    },
  ],
];

/** Every field with every reference that it refuses. */
export const REFERENCES: readonly RefusedCase[] = FIELDS.flatMap(
  ([field, type, body, references]) =>
    Object.entries(references).map(([what, reference]) => ({
      what: `${field}: ${what}`,
      type,
      body: async (world: World) => body(await reference(world)),
    })),
);

/** Files beyond the daily allowance. */
export const NO_ROOM: readonly RefusedCase[] = [
  ['a data URL', dataUrl(PNG)],
  ['an https URL', `https://${GOOD}/photo.png`],
].map(([what, scene_image]) => ({
  what: `no file left today: ${what}`,
  type: 'image',
  as: 'full',
  body: () => ({ scene_image }),
}));
