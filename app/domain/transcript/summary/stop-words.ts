import { normaliseUnicode } from '../../format/normalise-unicode';

/** Stop words without accents, by language of recordings. */
const LISTS: Record<string, string> = {
  pt: `a ao aos aquela aquelas aquele aqueles aquilo as ate com como da das de dela delas dele deles depois do dos e
    ela elas ele eles em entao era eram essa essas esse esses esta estao estar estas estava este estes estou eu foi
    foram fosse gente ha hoje isso isto ja la lhe mais mas me mesmo meu minha muito na nao nas nem no nos nossa nosso
    num numa o onde os ou para pela pelas pelo pelos pode por porque pra pro qual quando que quem sao se sei sem ser
    seu sua sim so sobre suas tambem tao te tem temos tenho ter teve tinha toda todas todo todos tu um uma umas uns
    vai vamos ve voce voces vou ah ai aqui assim bem bom coisa ne oi ola ta tudo acho sabe falar fala disse dizer fazer faz`,
  en: `a about after all also am an and any are as at be because been but by can could did do does down for from get
    go got had has have he her here him his how i if in into is it its just know like me more my no not now of oh ok
    on one only or other our out over really right she so some such than that the their them then there these they
    this those to too uh um up us very was we well were what when where which who why will with would yeah yes you
    your thing things going think know say said want see`,
  es: `a ahi ahora al algo antes aqui asi aunque bien bueno cada como con cosa cual cuando de del desde donde dos e el
    ella ellas ellos en entonces era eran es esa esas ese eso esos esta estaba estan estar estas este esto estos estoy
    fue fueron ha hace han hasta hay he la las le les lo los mas me mi mis mucho muy nada ni no nos nosotros o os otra
    otro para pero poco por porque pues que quien se sea ser si sido sin sobre son soy su sus tal tambien tan te tiene
    todo todos tu un una unas uno unos usted va vamos y ya yo se creo digo dice decir sabe saber`,
  fr: `a ai alors apres au aussi autre aux avait avec avez avoir bien bon c ca ce ceci cela ces cet cette chose comme
    d dans de des deux donc du elle elles en encore est et etait etre eu fait faire faut ici il ils j je l la le les
    leur leurs lui m ma mais me meme mes mon n ne nos notre nous on ont ou oui par pas peu peut plus pour pourquoi qu
    quand que quel quelle qui s sa sans se sera ses si son sont suis sur t ta tes toi ton tout tous tres tu un une va
    vais votre vous y sais sait crois pense dire dit alors voila quoi`,
  it: `a ad adesso ai al alla alle allo anche ancora avere bene c che chi ci cioe come con cosa cose cui da dal dalla
    dei del dell della delle dello di dopo dove e ecco era erano essere fa fare fatto fino fra gia gli ha hai hanno ho
    i il in io l la le lei li lo loro lui ma me mi mia mio molto ne nei nel nella no noi non o ogni per perche piu
    poi pero puo qua quale quando quello questa queste questi questo qui se sei senza si sia siamo solo sono sopra su
    sua sul suo te ti tra tu tutti tutto un una uno va vi voi allora so sai credo penso dire detto quindi insomma cosi`,
  de: `ab aber alle als also am an auch auf aus bei bin bis bist da damit dann das dass dein dem den denn der des die
    dies diese dieser dir doch du durch ein eine einem einen einer eines er es etwas euch fur gar genau gibt haben hat
    hatte hier ich ihm ihn ihr im in ist ja jetzt kann kein keine mal man mehr mein mich mir mit muss nach nein nicht
    nichts noch nun nur ob oder ohne schon sehr sein seine sich sie sind so soll uber um und uns unter viel vom von
    vor war waren was weil wenn wer werden wie wieder wir wird wo zu zum zur weiss glaube sagen gesagt also halt eben`,
};

const sets = new Map(
  Object.entries(LISTS).map(([language, words]) => [language, new Set(words.trim().split(/\s+/))]),
);

/** Folds a word as in the lists: lower case without accents; 'Não' and 'nao' are equal. */
const foldKeyword = (word: string): string =>
  normaliseUnicode(word.toLowerCase(), 'NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');

/** Keywords: the folded words of a text that are not stop words. */
export function extractKeywords(text: string, language: string): string[] {
  const stopWords = sets.get(language) ?? new Set<string>();
  const words = foldKeyword(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 2 && !stopWords.has(word));
}
