import { splitPhrases } from '../term-trie.js';
import type { Terms } from '../find-terms.js';

/** Words for nudity and sex. They are allowed, and refused only in combinations. */
export const EXPLICIT: Terms = {
  en: splitPhrases(`
    nude, nudes, nudity, naked, nakedness, topless, bottomless, unclothed, undressed,
    undressing, without clothes, without any clothes, no clothes, no clothing, without clothing,
    wearing nothing, clothes off, nsfw, sex, sexual, sexually, sexualised, sexualized,
    intercourse, porn, porno, porn*, hardcore sex, erotic, erotica, erotically, hentai, ecchi,
    ahegao, orgasm*, masturbat*, genital*, penis, vagina*, vulva, nipple, nipples, bare breast*,
    bare chested girl, breasts, boobs, tits, blowjob*, handjob*, cumshot*, fellatio,
    cunnilingus, striptease, stripper, strippers, horny, bdsm, bondage gear, bondage rope*,
    fetish, upskirt*, rule34, rule 34, fuck, fucking, fucked, dildo, vibrator, gangbang*,
    creampie, cameltoe, molest*
  `),
  de: splitPhrases(`
    nackt, nackte, nackter, nacktes, nackten, nacktem, nacktheit, nacktfoto*, nacktbild*,
    unbekleidet*, entkleidet*, sexuell*, geschlechtsverkehr, geschlechtsteil*, erotisch*,
    erotik*, oben ohne, bruste, sexszene*, aktfoto*, aktbild*
  `),
  fr: splitPhrases(`
    nue, nues, nus, denude*, enfant nu, garcon nu, tout nu, nudite, sexe, sexuel*, erotique*,
    erotisme, seins nus, deshabille*, poitrine nue, sans vetements, topless, coquine
  `),
  es: splitPhrases(`
    desnudo, desnuda, desnudos, desnudas, desnudez, sexo, sexual, sexuales, erotico, erotica,
    eroticos, eroticas, sin ropa, pechos, en cueros, tetas
  `),
  pt: splitPhrases(`
    nua, nuas, menino nu, meninos nus, nudez, sexo, sexual, sexuais, despido*, despida*,
    erotico*, erotica*, sem roupa, seios, pornografia
  `),
  it: splitPhrases(`
    nudo, nuda, nudi, nude, nudita, sesso, sessuale, sessuali, erotico, erotica, erotici,
    erotiche, svestita, svestito, senza vestiti, seno nudo, spogliata, spogliato, spogliarello
  `),
  ru: splitPhrases(`
    голый, голая, голые, голых, голую, голого, голой, обнаженн*, секс, секса, сексуальн*,
    порно*, эротик*, эротич*, без одежды, раздет*
  `),
  ja: splitPhrases(`
    裸, ヌード, エロい, エロティ, エロチ, エロ画, エロ写, エロ動, エロ漫, セックス, ^性的, ポルノ, 猥褻, わいせつ, 性行為, ^性交, はだか, おっぱい,
    乳首, 陰部, ^性器, パンチラ, ^淫
  `),
  zh: splitPhrases(`
    裸体, 裸體, 裸露, 裸照, 赤裸, 一丝不挂, 一絲不掛, 色情, ^性爱, ^性愛, 做爱, 做愛, 情色, 性行为, 性行為, 黄片, 淫荡, 淫蕩, 淫秽, 淫穢, 脱光,
    脫光, 脱衣, 脫衣, 乳房, 阴部, 陰部, 没穿衣服, 沒穿衣服
  `),
  ko: splitPhrases(`
    누드, ^나체, 알몸, 섹스, 포르노, 벌거벗, 음란, ^성관계, ^성적인
  `),
};

/** Words that are sexual but not explicit: they are refused only together with minors. */
export const SUGGESTIVE: Terms = {
  en: splitPhrases(`
    sexy, sexier, sexiest, sensual, sensually, seductive, seductively, lewd, lingerie, panties,
    thong, provocative pose*, provocatively, kinky, sultry pose*, sultry look*, slutty,
    spread legs, legs spread, barely dressed, scantily clad, scantily dressed, barely clothed,
    see-through dress*, see-through top*, see-through shirt*, see-through blouse*,
    in her underwear, in his underwear, fetishi*
  `),
  de: ['verfuhrerisch*', 'reizwasche', 'lasziv*', 'aufreizend*'],
  fr: ['sensuel*', 'seduisante*', 'aguicheu*', 'lascive*', 'lascif*', 'sexy'],
  es: ['sensual', 'sensuales', 'seductora*', 'provocativa*', 'lenceria', 'sexi'],
  pt: ['sensuais', 'sedutora*', 'provocante*', 'sensual'],
  it: ['sensuale', 'sensuali', 'seducente', 'seducenti', 'provocante', 'provocanti', 'intimo sexy'],
  ru: ['соблазнительн*', 'сексапильн*', 'в белье'],
  ja: ['セクシー', '官能', 'ランジェリー', '色っぽ', 'みだら'],
  zh: ['性感', '挑逗', '撩人'],
  ko: ['섹시', '관능', '란제리', '^야한'],
};
