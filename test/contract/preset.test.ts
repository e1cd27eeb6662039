import { expect } from 'chai';
import {
  CUSTOMISABLE_BASES,
  CUSTOMISATION,
  READY_PORTRAITS,
} from '../../domain/catalogue/presets.js';
import { presentPresets, readCustomization } from '../../domain/contract/preset.js';

const APPEARANCE = {
  skin_tone: 'light',
  hair_color: 'blonde',
  eye_color: 'blue',
  body_type: 'athletic',
  age_range: 'young',
};

/** Lists the paths of the problems below `body.customization`; null when the customization is accepted. */
function problems(given: object | undefined, preset = CUSTOMISABLE_BASES[0]): string[] | null {
  const read = readCustomization(preset ?? expect.fail(), given);
  return 'issues' in read
    ? read.issues.map(({ path }) => path.replace('body.customization', ''))
    : null;
}

describe('readCustomization', () => {
  it('accepts every combination that the catalogue offers, for every base', () => {
    let combinations: object[] = [{}];
    for (const [name, values] of Object.entries(CUSTOMISATION)) {
      combinations = combinations.flatMap((one) =>
        values.map((value) => ({ ...one, [name]: value })),
      );
    }
    expect(combinations).to.have.length(162);
    for (const base of CUSTOMISABLE_BASES) {
      for (const look of combinations) {
        expect(readCustomization(base, look)).to.deep.equal({ look });
      }
    }
  });

  it('requires every option of a base', () => {
    expect(problems(undefined)).to.deep.equal(['']);
    expect(problems({})).to.have.members(Object.keys(APPEARANCE).map((name) => `.${name}`));
    for (const name of Object.keys(APPEARANCE)) {
      const { [name as keyof typeof APPEARANCE]: _, ...rest } = APPEARANCE;
      expect(problems(rest)).to.deep.equal([`.${name}`]);
    }
  });

  it('rejects values of another option, values of another type and prototype properties', () => {
    for (const value of ['medium ', 'Light', 'black', '', null, 1, ['light'], {}]) {
      expect(problems({ ...APPEARANCE, skin_tone: value }), JSON.stringify(value)).to.deep.equal([
        '.skin_tone',
      ]);
    }
    expect(problems({ ...APPEARANCE, constructor: 'x', toString: 'y' })).to.have.members([
      '.constructor',
      '.toString',
    ]);
    expect(problems(Object.create(APPEARANCE) as object)).to.have.length(5);
  });

  it('ignores options of a ready-made portrait', () => {
    for (const given of [undefined, {}, APPEARANCE, { hat: 1 }]) {
      const read = readCustomization(READY_PORTRAITS[0] ?? expect.fail(), given);
      expect(read).to.deep.equal({ look: null });
    }
  });
});

describe('presentPresets', () => {
  it('returns URLs of pictures on the API itself, even if outputs have a CDN', () => {
    const { ready } = presentPresets('https://api.example.com');
    for (const { image_url: url, base_id: id } of ready) {
      expect(url).to.equal(`https://api.example.com/media/presets/${id}.webp`);
    }
  });
});
