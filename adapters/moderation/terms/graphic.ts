import { splitPhrases } from '../term-trie.js';
import type { Terms } from '../find-terms.js';

/** Pornography: one of these words refuses a text. Nudity and merely erotic words do not. */
export const PORN: Terms = {
  en: splitPhrases(`
    porn*, hardcore sex, explicit sex, graphic sex, sexually explicit, sex scene*,
    explicit sexual*, explicit nud*, sex act, sex acts, sexual act, sexual acts, having sex,
    have sex, anal sex, oral sex, group sex, sexual intercourse, xxx video*, xxx photo*,
    xxx movie*, x-rated, blowjob*, blow job*, handjob*, cumshot*, creampie, gangbang*,
    deepthroat*, fellatio, cunnilingus, bukkake, masturbat*, ejaculat*, rimjob*, hentai, ahegao,
    rule34, rule 34, sex orgy, sex tape*, erect penis, fucking a, fucking her, fucking him,
    getting fucked
  `),
  de: ['sexszene*', 'geschlechtsverkehr', 'hardcoresex', 'selbstbefriedigung'],
  fr: ['scene de sexe', 'scenes de sexe', 'rapport sexuel', 'rapports sexuels', 'sexe explicite'],
  es: ['escena de sexo', 'escenas de sexo', 'acto sexual', 'sexo explicito', 'teniendo sexo'],
  pt: ['cena de sexo', 'cenas de sexo', 'ato sexual', 'sexo explicito', 'fazendo sexo'],
  it: ['scena di sesso', 'scene di sesso', 'atto sessuale', 'sesso esplicito', 'rapporto sessuale'],
  ru: ['порно*', 'порнуха', 'половой акт', 'сцена секса', 'мастурб*'],
  ja: ['ポルノ', 'エロ動画', 'エロ画像', 'アダルトビデオ', '^性交', 'フェラチオ', '^自慰'],
  zh: splitPhrases(`
    色情片, 色情视频, 色情影片, 色情图, ^性交, ^做爱, ^做愛, ^口交, ^自慰
  `),
  ko: ['포르노', '^야동', '^성관계', '자위행위'],
};

/**
 * Bodies that are torn, opened or cut: one of these words refuses a text. Blood and fights do not.
 */
export const GORE: Terms = {
  en: splitPhrases(`
    gore, gorefest, gory scene, gory scenes, gory death*, gory murder*, gory wound*,
    gory corpse*, gory violence, gory body, gory bodies, bloody and gory, gory and bloody,
    very gory, extremely gory, dismember*, disembowel*, decapitat*, behead*, eviscerat*,
    mutilat*, severed head, severed heads, severed limb*, severed arm, severed arms,
    severed leg, severed legs, severed hand, severed hands, severed body, severed bodies,
    severed torso*, mangled body, mangled bodies, mangled corpse*, blood and guts,
    guts spilling, guts hanging, guts everywhere, spilling guts, spilled guts,
    intestines spilling, intestines hanging, spilled intestines, entrails spilling,
    entrails hanging, spilled entrails, human entrails, brains splattered, splattered brains,
    brains blown out, skinned alive, flayed alive, limb from limb, limbs torn, torn off limb*,
    torn-off limb*, ripped off limb*, slit throat*, throat slit, cut to pieces alive,
    impaled bod*, impaled corpse*
  `),
  de: [
    'enthaupt*',
    'zerstuckelte*',
    'verstummelt*',
    'ausgeweidet*',
    'abgetrennter kopf',
    'abgetrennten kopf',
    'herausquellende gedarme',
  ],
  fr: ['tete coupee', 'tetes coupees', 'demembre*', 'egorge*', 'corps mutile*'],
  es: ['descuartiza*', 'desmembra*', 'degollad*', 'cabeza cortada', 'tripas fuera'],
  pt: ['esquarteja*', 'desmembra*', 'degolad*', 'cabeca decepada', 'tripas para fora'],
  it: ['squartato', 'squartata', 'smembra*', 'sgozzat*', 'testa mozzata', 'budella fuori'],
  ru: ['расчленен*', 'расчлененк*', 'обезглавлен*', 'отрубленная голова', 'отрубленные головы'],
  ja: ['斬首', 'バラバラ死体', '惨殺死体', 'グロ画像', 'ゴア描写', '内臓が飛び出', '切断された首'],
  zh: splitPhrases(`
    斩首, 斬首, 肢解, 开膛破肚, 開膛破肚, 断肢, 斷肢, 内脏外露, 內臟外露
  `),
  ko: ['^참수', '토막 시체', '토막난 시체', '내장이 튀어나온'],
};
