import { expect } from 'chai';
import fc from 'fast-check';
import { IMAGE_RESOLUTIONS } from '../../domain/catalogue/image-model.js';
import { computeApiCredits } from '../../domain/catalogue/price.js';
import { computeImageCredits, buildImagePriceList } from '../../domain/catalogue/image-price.js';
import { LOW_BALANCE_THRESHOLD } from '../../domain/catalogue/event-types.js';
import { presentQuote } from '../../domain/contract/quote.js';

describe('prices', () => {
  it('are 2 credits for an image in 1K and 2K and 3 in 4K, with a multiplier of 2', () => {
    expect(buildImagePriceList(2)).to.deep.equal({ '1K': 2, '2K': 2, '4K': 3 });
  });

  it('are the same in the list and in charges, with any multiplier', () => {
    const multiplier = fc.double({ min: 0.01, max: 1_000, noNaN: true });
    fc.assert(
      fc.property(multiplier, (m) => {
        const list = buildImagePriceList(m);
        expect(IMAGE_RESOLUTIONS.map((name) => computeImageCredits(name, m))).to.deep.equal(
          IMAGE_RESOLUTIONS.map((name) => list[name]),
        );
      }),
    );
  });

  it('are the base price times the multiplier, rounded up once to a whole credit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 1, max: 1_000 }),
        (app, m) => {
          // Computes in hundredths, because integers are exact where floating point may not be.
          expect(computeApiCredits(app, m / 100), `${app} x ${m / 100}`).to.equal(
            Math.ceil((app * m) / 100),
          );
        },
      ),
      {
        examples: [
          [10, 110],
          [100, 110],
          [3, 110],
        ],
        numRuns: 1_000,
      },
    );
  });

  it('are rounded up once, after the multiplication', () => {
    expect(computeApiCredits(1.5, 1)).to.equal(2);
    expect(computeApiCredits(1.5, 2)).to.equal(3);
    expect(computeApiCredits(1.5, 3)).to.equal(5);
    expect(computeApiCredits(0, 2)).to.equal(0);
  });

  it('have the base price in a quote: the credits divided by the multiplier', () => {
    const quote = (price: number, multiplier: number) =>
      presentQuote({ type: 'image', model: 'm', price }, multiplier, 0).app_credits;
    expect(quote(2, 2)).to.equal(1);
    expect(quote(3, 2)).to.equal(1.5);
    expect(quote(3, 1)).to.equal(3);
  });

  it('have a low-balance threshold of 20 credits', () =>
    expect(LOW_BALANCE_THRESHOLD).to.equal(20));
});
