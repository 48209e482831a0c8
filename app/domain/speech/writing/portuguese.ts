import { rewritePortugueseNumber } from './portuguese-numbers';
import { setOf } from './spoken-text';
import { WORD_END, type WrittenLanguage } from './written-language';

const ASKED = '(?:você|vocês|o senhor|a senhora|alguém)';
const OPENING = '(?:e |mas |então |bom |ótimo |e então )?';
const QUESTION = new RegExp(
  `^${OPENING}(?:${[
    '(?:qual|quais|cadê|aonde|que horas|será que|por qu[eê])',
    'quant[oa]s?(?! (?:mais|menos|aos?|à|às|a)(?!\\p{L}))',
    'onde(?! (?:há|quer que))',
    'quem(?! .*(?<!\\p{L})(?:é|foi|não|tem|vai|sabe)(?!\\p{L}))',
    'quem (?:é|foi|não|tem|vai|sabe)(?! .* (?:é|foi|não|tem|vai|sabe)(?!\\p{L}))',
    'o que(?! .* (?:é|foi) )',
    'como (?:vai|vão|está|estão|foi que|é que|fica|ficou|se chama|assim)',
    'como é (?:o|a|os|as|seu|sua|isso)',
    `como ${ASKED} (?!sabem?|disse|viu|vê|mesmo)`,
    'quando (?:vai|vão|foi|é que|começa|termina|será)',
    `quando ${ASKED}(?!.* (?:eu|ele|ela|nós|eles|elas|a gente) )(?: [^ ]+){1,3}$`,
    `${ASKED} (?:sabem?|quer(?:em)?|viu|lembra|conhece|confirma|concorda|consegue|poderia|estava)(?! que(?!\\p{L}))`,
    `${ASKED} (?:pode|podem) (?:me|nos|repetir|confirmar|explicar|dizer|falar|esperar|ajudar)`,
    `${ASKED} (?:tem|têm) (?:certeza|alguma?|como|filhos|outr[oa])`,
    `${ASKED} está (?:bem|ouvindo|me|com|pront[oa])`,
    'tem(?:os)? (?:algum|alguma|como)',
  ].join('|')})${WORD_END}`,
  'u',
);
/** 'Você saiu por quê', but not 'não sei por quê'. */
const ASKED_LAST = /(?<!(?:sei|sabe|saber|sabia|soube|explicou|entendi|entendeu|entender) )por quê$/u;

export const portuguese: WrittenLanguage = {
  rewriteNumber: rewritePortugueseNumber,
  spellings: [
    ...['CPF', 'CNPJ', 'RG', 'CEP', 'OAB', 'INSS', 'FGTS', 'IPTU', 'IPVA', 'STF', 'STJ', 'TST', 'CNJ', 'CLT'],
    ...[
      'PIB',
      'ICMS',
      'BNDES',
      'TSE',
      'UTI',
      'DNA',
      'HIV',
      'TV',
      'EUA',
      'ONU',
      'IBGE',
      'SUS',
      'USP',
      'PDF',
      'WhatsApp',
      'Google',
      'YouTube',
      'Celeste',
    ],
    ...['São Paulo', 'Rio de Janeiro', 'Belo Horizonte', 'Porto Alegre', 'Minas Gerais', 'Mato Grosso'],
    ...['Rio Grande do Sul', 'Rio Grande do Norte', 'Santa Catarina', 'Estados Unidos', 'João Pessoa'],
    ...[
      'em Salvador',
      'de Salvador',
      'Brasil',
      'Portugal',
      'Lisboa',
      'Argentina',
      'México',
      'Brasília',
      'Curitiba',
      'em Recife',
      'no Recife',
      'do Recife',
      'em Fortaleza',
      'de Fortaleza',
      'Distrito Federal',
      'Supremo Tribunal Federal',
      'Ministério Público',
      'Polícia Federal',
      'Receita Federal',
      'Congresso Nacional',
    ],
    ...['Manaus', 'Goiânia', 'Florianópolis', 'Pernambuco', 'Bahia', 'Ceará', 'Paraná', 'Amazonas', 'Europa'],
    ...['segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira'],
    ...['ao meio-dia', 'do meio-dia', 'o meio-dia', 'até meio-dia', 'meio-dia e meia', 'meia-noite'],
  ],
  firstNames: setOf(
    'paula maria joão josé ana antônio francisco carlos paulo pedro lucas luiz luís marcelo gabriel rafael daniel felipe bruno eduardo rodrigo fernando fernanda gustavo andré juliana mariana patrícia aline camila amanda letícia helena beatriz luciana adriana sandra jorge roberto ricardo sérgio cláudia márcia tiago thiago mateus vinícius leonardo henrique isabel teresa tereza joana renata',
  ),
  titles: setOf('senhor senhora doutor doutora dona excelência professor professora tio tia'),
  bindingWords: setOf(
    'a o as os um uma uns umas de do da dos das em no na nos nas num numa por pelo pela para pra com sem que e ou ao à aos às se mas porque como quando seu sua meu minha este esta esse essa até entre sobre',
  ),
  counted: new Set(['um dois', 'uma duas']),
  joiningWords: setOf('e ou'),
  adversatives: setOf('mas porém contudo todavia entretanto'),
  greetings: new Set([
    'obrigado',
    'obrigada',
    'bom dia',
    'boa tarde',
    'boa noite',
    'olá',
    'oi',
    'sim',
    'não',
  ]),
  answers: new Map([
    ['sim', setOf('senhor senhora e')],
    ['certo', setOf('de que')],
    ['ok', new Set()],
  ]),
  isQuestion: (sentence) => QUESTION.test(sentence) || ASKED_LAST.test(sentence),
  tag: /^(né|certo|correto)$/,
  beforeNoTag: setOf(
    'é está estou estava estavam era foi ser fosse for seja não mais muito tudo o um ao por dá dar deu dando fica ficou pelo de bem acho cento',
  ),
};
