import { rewritePortugueseNumber } from './portuguese-numbers';
import { setOf } from './spoken-text';
import type { WrittenLanguage } from './written-language';

const OPENING = '(?:e |mas |então |bom |e então )?';
const QUESTION = new RegExp(
  `^${OPENING}(?:${[
    '(?:qual|quais|quant[oa]s?|cadê|aonde|que horas|será que|por qu[eê]|quem|onde)\\b',
    'o que (?!.* (?:é|foi) )',
    'como (?:vai|vão|está|estão|foi|fica|ficou|é|você|vocês|o senhor|a senhora|se chama|assim)\\b',
    'quando (?:o senhor|a senhora|você|vocês|vai|foi|começa|termina|será)\\b',
    '(?:você|vocês|o senhor|a senhora|alguém) (?:sabe|sabem|pode|podem|quer|querem|tem|têm|viu|lembra|conhece|confirma|concorda|consegue|poderia|estava|está)\\b',
    'tem(?:os)? (?:algum|alguma|como)\\b',
  ].join('|')})`,
);

export const portuguese: WrittenLanguage = {
  rewriteNumber: rewritePortugueseNumber,
  spellings: [
    ...['CPF', 'CNPJ', 'RG', 'CEP', 'OAB', 'INSS', 'FGTS', 'IPTU', 'IPVA', 'STF', 'STJ', 'TST', 'CNJ', 'CLT'],
    ...['EUA', 'ONU', 'IBGE', 'SUS', 'USP', 'PDF', 'WhatsApp', 'Google', 'YouTube', 'Celeste'],
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
      'Recife',
      'Fortaleza',
    ],
    ...['Manaus', 'Goiânia', 'Florianópolis', 'Pernambuco', 'Bahia', 'Ceará', 'Paraná', 'Amazonas', 'Europa'],
    ...['segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira'],
  ],
  firstNames: setOf(
    'paula maria joão josé ana antônio francisco carlos paulo pedro lucas luiz luís marcelo gabriel rafael daniel felipe bruno eduardo rodrigo fernando fernanda gustavo andré juliana mariana patrícia aline camila amanda letícia helena beatriz luciana adriana sandra jorge roberto ricardo sérgio cláudia márcia tiago thiago mateus vinícius leonardo henrique isabel teresa tereza joana renata',
  ),
  titles: setOf('senhor senhora doutor doutora dona excelência professor professora tio tia'),
  bindingWords: setOf(
    'a o as os um uma uns umas de do da dos das em no na nos nas num numa por pelo pela para pra com sem que e ou ao à aos às se mas porque como quando seu sua meu minha este esta esse essa até entre sobre',
  ),
  joiningWords: setOf('e ou'),
  adversatives: setOf('mas porém contudo todavia entretanto'),
  greetings: setOf('obrigado obrigada dia tarde noite olá oi sim não'),
  answers: new Map([
    ['sim', setOf('senhor senhora e')],
    ['certo', setOf('de que')],
    ['ok', new Set()],
  ]),
  isQuestion: (sentence) => QUESTION.test(sentence),
  tag: /^(né|certo|correto|viu)$/,
};
