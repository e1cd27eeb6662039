import { expect } from 'chai';
import sharp, { type Metadata } from 'sharp';
import type { CharacterBody } from '../../domain/contract/character.js';
import type { ProductBody } from '../../domain/contract/product.js';
import type { Answer, CallOptions } from '../support/client.js';
import { picture } from '../media/inspection/samples.js';
import type { Customer } from './suite.js';
import { dataUrl } from '../support/data-url.js';
import type { UploadSuite } from './uploads-rig.js';

/** Draws a unique photo that is small enough to be processed fast. */
export const photo = (side = 48): Promise<Buffer> => picture(side, side).png().toBuffer();

/** Draws a photo of a phone with its location. It is stored as 400 x 200 and must be rotated to be upright. */
export const phonePhoto = (): Promise<Buffer> =>
  picture(400, 200)
    .withExif({ IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

type Subject = CharacterBody | ProductBody;

/** One of the two resources. The common behaviour is tested with the same code. */
export interface Kind {
  readonly path: '/v1/characters' | '/v1/products';
  readonly folder: 'characters' | 'products';
  /** A valid body with these photos. */
  readonly body: (images: readonly string[]) => Record<string, unknown>;
}

export const CHARACTERS: Kind = {
  path: '/v1/characters',
  folder: 'characters',
  body: (images) => ({ name: 'Ava', gender: 'female', images }),
};

export const PRODUCTS: Kind = {
  path: '/v1/products',
  folder: 'products',
  body: (images) => ({ name: 'Rose serum', images }),
};

/** Calls of one of the two resources. */
export class Subjects<B extends Subject = Subject> {
  constructor(
    readonly suite: UploadSuite,
    readonly kind: Kind,
  ) {}

  post({ client }: Customer, body: unknown, options: CallOptions = {}): Promise<Answer<B>> {
    return client.call('POST', this.kind.path, { body, ...options });
  }

  /** Creates a resource with one photo. */
  async made(customer: Customer, extra: object = {}): Promise<B> {
    const body = { ...this.kind.body([dataUrl(await photo())]), ...extra };
    const answer = await this.post(customer, body);
    expect(answer.status, answer.text).to.equal(201);
    return answer.body;
  }

  /** Calls a resource by its id. */
  one(
    { client }: Customer,
    method: 'GET' | 'PATCH' | 'DELETE',
    id: string,
    options: CallOptions = {},
  ): Promise<Answer<B>> {
    return client.call(method, `${this.kind.path}/${id}`, options);
  }

  async list({ client }: Customer): Promise<B[]> {
    const answer = await client.get<{ object: string; data: B[] }>(this.kind.path);
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body).to.have.all.keys('object', 'data', 'next_cursor');
    expect(answer.body.object).to.equal('list');
    return answer.body.data;
  }

  /** Lists stored objects in the folder of this resource. */
  photos(): Promise<string[]> {
    return this.suite.keys(`${this.kind.folder}/`);
  }

  /** Reads how many resources the account's counter contains. */
  async counter({ accountId }: Customer): Promise<number> {
    const [row]: { count: number }[] = await this.suite.db.query(
      `SELECT ${this.kind.folder} AS count FROM account WHERE id = $1`,
      [accountId],
    );
    return row?.count ?? expect.fail('no such account');
  }

  /** Fetches a photo and decodes it. */
  async served(url: string): Promise<Metadata> {
    return sharp(await this.suite.servedBytes(url)).metadata();
  }
}
