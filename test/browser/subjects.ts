import { expect } from 'chai';
import sharp from 'sharp';
import type { Customer } from '../api/suite.js';

/** Draws a portrait photo, large enough to be accepted. */
export const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 512, height: 512, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();

/** Creates a character and a product with the given name. */
export async function saveSubjects({ client }: Customer, name: string): Promise<void> {
  const images = [`data:image/jpeg;base64,${(await photo()).toString('base64')}`];
  const person = { body: { name, gender: 'female', images } };
  const character = await client.call('POST', '/v1/characters', person);
  expect(character.status, character.text).to.equal(201);
  const product = await client.call('POST', '/v1/products', { body: { name, images } });
  expect(product.status, product.text).to.equal(201);
}
