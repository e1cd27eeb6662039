import { splitPhrases } from '../term-trie.js';
import type { Terms } from '../find-terms.js';

/**
 * Words for people who are certainly under age. `girl` and `boy` alone are missing, because they
 * are also used for adults.
 */
export const MINORS: Terms = {
  en: splitPhrases(`
    child, children, childs, kid, kids, kiddie, kiddies, minor, minors, toddler, toddlers,
    infant, infants, newborn, newborns, baby, babies, teen, teens, teenage, teenaged, teenager,
    teenagers, adolescent, adolescents, preteen*, pre-teen*, tween, tweens, underage, underaged,
    under-age, under age, prepubescent, pre-pubescent, pubescent, juvenile, juveniles,
    schoolgirl*, schoolboy*, schoolchild*, school girl, school girls, school boy, school boys,
    school kid*, kindergart*, preschool*, pre-school*, elementary school*, primary school*,
    grade school*, middle school*, high schooler*, high school girl*, high school boy*,
    high school student*, first grader*, second grader*, third grader*, fourth grader*,
    fifth grader*, little girl*, little boy*, young girl*, young boy*, small girl*, small boy*,
    childlike, child-like, loli, lolis, shota, shotas, girl scout*, boy scout*
  `),
  de: splitPhrases(`
    kinder, kindern, kindes, kleinkind*, schulkind*, kindlich*, ein kind, das kind, dem kind,
    einem kind, eines kindes, nacktes kind, jedes kind, minderjahrig*, jugendliche*,
    schulmadchen, schulerin, schulerinnen, saugling*, kleines madchen, kleine madchen,
    junges madchen, junge madchen, kleiner junge, kleinen jungen, teenie*, grundschul*,
    kindergarten*
  `),
  fr: splitPhrases(`
    enfant, enfants, mineur, mineure, mineurs, mineures, fillette*, garconnet*, bebe, bebes,
    ados, adolescent*, ecoliere*, ecolier*, collegienne*, collegien*, lyceenne*, lyceen*,
    petite fille, petites filles, petit garcon, petits garcons, gamine, gamines, nourrisson*
  `),
  es: splitPhrases(`
    niño, niña, niños, niñas, una nina, la nina, un nino, ninas, ninos, menor de edad,
    menores de edad, menores, adolescente*, colegiala*, colegial, colegiales, quinceañera*,
    bebe, bebes, chiquilla*, chiquillo*, niñita*
  `),
  pt: splitPhrases(`
    crianca*, menino*, menina*, menor de idade, menores de idade, garotinha*, garotinho*,
    estudante do ensino, bebe, bebes, adolescente*
  `),
  it: splitPhrases(`
    bambino, bambina, bambini, bambine, ragazzino, ragazzina, ragazzini, ragazzine, minorenne,
    minorenni, neonato, neonata, neonati, adolescenti, adolescente, scolara, scolaro, liceale,
    liceali, bimba, bimbi
  `),
  ru: splitPhrases(`
    ребенок, ребенка, дети, детей, девочка, девочки, девочку, мальчик*, несовершеннолетн*,
    подросток, подростк*, школьниц*, школьник*, младен*
  `),
  ja: splitPhrases(`
    子供, 子ども, こども, コドモ, 児童, 幼児, 幼女, 少女, 少年, 小学生, 中学生, 高校生, 女子高生, 男子高生, 女子中学生, 未成年, 赤ちゃん, 赤ん坊, 園児,
    乳児, 女児, 男児, ロリっ, ショタ
  `),
  zh: splitPhrases(`
    儿童, 兒童, 孩子, 小孩, 孩童, 女童, 男童, 未成年, 小学生, 小學生, 初中生, 高中生, 国中生, 國中生, 学生妹, 婴儿, 嬰兒, 幼童, 小女孩, 小男孩,
    萝莉, 蘿莉, 幼儿, 幼兒, 少女
  `),
  ko: splitPhrases(`
    아동, 어린이, 아이들, 미성년, 소녀, 소년, 여고생, 여중생, 초등학생, 중학생, 고등학생, 아기
  `),
};
