import { splitPhrases } from '../term-trie.js';
import type { Terms } from '../find-terms.js';

/** Words for coercion or lack of consent. */
export const COERCION: Terms = {
  en: splitPhrases(`
    against her will, against his will, against their will, non-consensual*, nonconsensual*,
    non consensual*, without consent, without her consent, without his consent,
    without their consent, without her knowledge, without his knowledge,
    without their knowledge, unconscious, drugged, roofied, passed out, forced to, forced into,
    forced sex, being forced, is forced, forcibly, coerced, blackmail*, hidden camera*, spycam*,
    spy cam*, voyeur*, secretly filmed, secretly photographed, rape, raped, abused, trafficked
  `),
  de: ['gegen ihren willen', 'gegen seinen willen', 'gezwungen*', 'bewusstlos*', 'betaubt*'],
  fr: ['contre son gre', 'sans son consentement', 'forcee', 'inconsciente', 'droguee', 'violee'],
  es: ['contra su voluntad', 'sin su consentimiento', 'forzada', 'inconsciente', 'drogada'],
  pt: ['contra a vontade', 'sem consentimento', 'forcada', 'inconsciente', 'drogada', 'dopada'],
  it: ['contro la sua volonta', 'senza consenso', 'costretta', 'incosciente', 'drogata'],
  ru: ['против воли', 'без согласия', 'насильно', 'без сознания'],
  ja: ['無理やり', '無理矢理', '同意なし', '盗撮', '強制', '睡眠薬', '気絶'],
  zh: splitPhrases(`
    强迫, 強迫, 偷拍, 未经同意, 未經同意, 昏迷, 下药, 下藥, 被迫
  `),
  ko: ['강제로', '몰카', '동의 없이', '불법촬영', '기절'],
};

/** Words for real people in general; names are missing because the filter does not know names. */
export const REAL_PEOPLE: Terms = {
  en: splitPhrases(`
    deepfake*, deep fake*, celebrity, celebrities, celeb, celebs, face swap*, faceswap*,
    famous actress*, famous actor*, famous singer*, my ex, my ex-wife, my ex-girlfriend,
    my ex-boyfriend, my classmate*, my coworker*, my co-worker*, my colleague*, my boss,
    my teacher*, my neighbour*, my neighbor*, my daughter*, my son, my sister*, my brother*,
    my niece*, my nephew*, my cousin*, my mother, my mom, my stepm*, my stepsister*,
    my student*, my roommate*
  `),
  de: ['deepfake*', 'meine ex', 'meine kollegin', 'meine nachbarin', 'meine tochter', 'promi*'],
  fr: ['mon ex', 'ma collegue', 'ma voisine', 'ma fille', 'celebrite*', 'ma soeur'],
  es: ['mi ex', 'mi compañera', 'mi vecina', 'mi hija', 'mi hermana'],
  pt: ['minha ex', 'minha colega', 'minha vizinha', 'minha filha', 'minha irma'],
  it: ['la mia ex', 'la mia collega', 'la mia vicina', 'mia figlia', 'mia sorella'],
  ja: ['ディープフェイク', '芸能人', '同級生', '元カノ', '有名人'],
  zh: ['深度伪造', '深度偽造', '明星', '前女友', '女同学', '换脸', '換臉'],
  ko: ['딥페이크', '연예인', '전 여자친구'],
};

/** Terms that are enough on their own to reject a text. */
export const ALONE: Terms = {
  en: splitPhrases(`
    child porn*, childporn*, child erotica, child sexual abuse material, kiddie porn, kid porn,
    teen porn, pthc, lolicon, shotacon, jailbait, pedophile porn, preteen model*, revenge porn,
    bestiality, zoophilia, gang rape*, raping, rape scene, rape fantasy, rape porn, being raped,
    raped by, rapes a, rape her, rape him, upskirt of, nudify*, undress her, undress him,
    undress them, undress this, undress the woman, undress the girl, undress the man, strip her,
    strip him, undress the person, remove her clothes, remove his clothes, remove their clothes,
    remove her clothing, remove her dress, remove her top, remove her bra, remove her bikini,
    take off her clothes, take her clothes off, take off his clothes, make her nude,
    make her naked, make him nude, make him naked, make her topless, make them naked,
    make them nude, remove the clothes from the woman, remove the clothes from her,
    x-ray her clothes, see through her clothes, incest porn, snuff film, snuff porn
  `),
  de: ['kinderporno*', 'vergewaltig*', 'zieh sie aus', 'rachepornos', 'kinderpornograf*'],
  fr: [
    'pedopornograph*',
    'pornographie infantile',
    'deshabille-la',
    'violer une',
    'viol collectif',
  ],
  es: ['pornografia infantil', 'violacion sexual', 'violacion grupal', 'desnudala', 'desvistela'],
  pt: ['pornografia infantil', 'estupr*', 'pedofilia', 'tire a roupa dela'],
  it: ['pedopornograf*', 'stupr*', 'violenza sessuale', 'spogliala'],
  ru: ['детское порно', 'изнасилова*', 'насилует', 'раздень ее'],
  ja: splitPhrases(`
    児童ポルノ, ロリコン, ショタコン, ^レイプ, 強姦, 輪姦, 獣姦, 服を脱がせ
  `),
  zh: splitPhrases(`
    儿童色情, 兒童色情, 强奸, 強姦, 强姦, 迷奸, 迷姦, 轮奸, 輪姦, 兽交, 恋童
  `),
  ko: ['아동 포르노', '아동포르노', '^강간', '성폭행', '아동 음란물'],
};
