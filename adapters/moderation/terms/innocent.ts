import { splitPhrases } from '../term-trie.js';
import type { Terms } from '../find-terms.js';

/**
 * Phrases that give another meaning to a word from another list. Only these phrases are removed
 * from a text before the search; the remaining text is still read. A phrase must not describe a
 * person, because callers could use it to evade the filter.
 */
export const INNOCENT: Terms = {
  en: splitPhrases(`
    baby blue, baby pink, baby grand, baby's breath, baby’s breath, babys breath, baby animal*,
    baby bird*, baby fox*, baby elephant*, baby rabbit*, baby mouse, baby mice, baby owl*,
    baby penguin*, baby turtle*, baby dragon*, baby back rib*, baby carrot*, baby spinach,
    baby corn, baby shark*, baby yoda, baby bottle*, kid leather, kid glove*, kid rock,
    inner child, minor key, minor chord*, minor scale*, minor detail*, minor scratch*,
    minor change*, minor damage, minor imperfection*, minor edit*, minor adjustment*,
    minor flaw*, minor league*, minor arcana, minor planet*, minor blemish*, minor wear,
    minor issue*, asia minor, ursa minor, canis minor, b minor, c minor, d minor, e minor,
    f minor, g minor, sharp minor, flat minor, sonata in a minor, fugue in a minor,
    prelude in a minor, concerto in a minor, sexy sports car*, sexy car*, sexy motorcycle*,
    sexy motorbike*, naked eye*, naked cake*, naked mole*, naked bike*, naked oat*, naked juice,
    naked flame*, naked bulb*, naked wood*, naked light bulb*, naked tree*, naked branch*,
    naked wall*, sex education, sex ed, sexual health, same-sex, sex of the baby, opposite sex,
    sexual orientation, chicken breasts, duck breasts, breasts of chicken, great tits,
    blue tits, coal tits, grease nipple*, bottle nipple*, food porn, earth porn, nature porn,
    car porn, travel porn, ruin porn, architecture porn, no porn*, no nudity, no nude*, no nsfw,
    no sex, no gore, without gore, no sexually explicit, not sexually explicit, kensington gore,
    gore street, gore bay, gore new zealand, gore free, no blood or gore, no blood and gore,
    without blood or gore, not gory, gore tex, gore texas, al gore, gore vidal, gore range,
    gore verbinski, lesley gore, martin gore, beheading of saint, beheading of st,
    beheading of john, beheading of holofernes, judith beheading, severed head of medusa,
    medusa severed, severed head of holofernes, severed head of goliath, severed head of john,
    decapitated statue*, mutilated statue*, dismembered mannequin*, dismembered doll*,
    decapitated dandelion*, mutilated banknote*, mutilated book*, bottomless brunch*,
    bottomless pit*, bottomless coffee, horny toad*, horny lizard*, wire stripper*,
    paint stripper*, unconscious mind*, collective unconscious, the unconscious,
    rape of the sabine, rape of europa, rape of proserpina, rape of the lock, rape of lucretia,
    rape seed*, rape field*, rape flower*, rape blossom*, undressed salad*,
    emperor has no clothes, emperor with no clothes
  `),
  hr: ['crne gore', 'crnoj gore', 'pogled gore'],
  de: ['enthauptung johannes', 'kinder schokolade', 'kinder uberraschung', 'kinder riegel'],
  fr: ['mineur de fond', 'mineurs de fond'],
  ja: splitPhrases(`
    裸足, 裸眼, 裸電球, 裸麦, 裸馬, 裸木, 裸の王様, はだかの王様, ユニセックス, エセックス, サセックス, ミドルセックス, ポルノグラフィティ
  `),
  zh: splitPhrases(`
    裸眼, 裸色, 裸妆, 裸妝, 裸机, 裸機, 裸子植物, 裸露的岩石, 裸露的土, 裸露的树, 流行性感冒, 性感冒, 性感染, 性感受, 性感知, 性感觉, 理性感性, 色情绪,
    色情景, 色情感, 色情节, 色情侣, 色情况, 色情怀, 色情调, 情色彩, 情色调, 做爱心, 做爱国, 叫做爱, 做愛心, 口交通, 口交界, 口交汇
  `),
  ko: ['소녀시대', '참수리'],
};

/** `nude` as a colour. Together with minors it is still read as naked. */
export const NUDE_COLOURS: Terms = {
  en: splitPhrases(`
    nude lip*, nude heel*, nude tone*, nude palette*, nude shade*, nude colour*, nude color*,
    nude beige, nude pink, nude nail*, nude make-up, nude makeup, nude pump*, nude brown,
    nude leather, nude sofa*, nude eyeshadow*, nude tights, nude dress*, nude shoe*,
    nude sandal*, nude linen, nude fabric*
  `),
  zh: ['裸色'],
};
