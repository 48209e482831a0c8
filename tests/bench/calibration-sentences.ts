import type { Random } from '../soak/random';

/** Words that the demonstration model knows. */
const PEOPLE = [
  ...[
    'o diretor',
    'o editor',
    'o ministro',
    'o prefeito',
    'o advogado',
    'o professor',
    'o médico',
    'o cliente',
  ],
  ...[
    'a diretora',
    'a editora',
    'a repórter',
    'a testemunha',
    'a equipe',
    'a comissão',
    'ela',
    'ele',
    'a gente',
  ],
];
const DID =
  'apresentou publicou gravou revisou aprovou pediu recebeu enviou mostrou leu ouviu escreveu assinou'.split(
    ' ',
  );
const TO_DO =
  'apresentar publicar gravar revisar aprovar pedir receber enviar mostrar ler ouvir escrever assinar'.split(
    ' ',
  );
const THINGS = [
  ...['o texto', 'o projeto', 'o orçamento', 'o relatório', 'o contrato', 'o áudio', 'o resumo', 'o plano'],
  ...[
    'a reportagem',
    'a entrevista',
    'a gravação',
    'a proposta',
    'a pesquisa',
    'a lei',
    'a decisão',
    'a denúncia',
  ],
];
const TOPICS =
  'saúde educação economia segurança cultura transporte água energia trabalho esporte trânsito'.split(' ');
const WHEN = [
  'hoje',
  'ontem',
  'amanhã',
  'esta semana',
  'este mês',
  'pela manhã',
  'depois do almoço',
  'no fim do dia',
];
const WHERE = [
  'na redação',
  'no estúdio',
  'em são paulo',
  'em brasília',
  'na escola',
  'no hospital',
  'no escritório',
];
const WISHES = [
  'vamos',
  'preciso',
  'podemos',
  'queremos',
  'é importante',
  'é melhor',
  'ninguém pode',
  'todos querem',
];
const NUMBERS = 'três sete doze dezoito vinte trinta quarenta cem duzentos quinhentos mil'.split(' ');

const KNOWN: ((pick: <T>(choices: readonly T[]) => T) => string)[] = [
  (pick) => `${pick(PEOPLE)} ${pick(DID)} ${pick(THINGS)} ${pick(WHEN)}`,
  (pick) => `${pick(PEOPLE)} disse que ${pick(PEOPLE)} ${pick(DID)} ${pick(THINGS)} ${pick(WHERE)}`,
  (pick) => `${pick(WISHES)} ${pick(TO_DO)} ${pick(THINGS)} e depois ${pick(TO_DO)} ${pick(THINGS)}`,
  (pick) => `eu acho que sim, ${pick(WISHES)} ${pick(TO_DO)} ${pick(THINGS)} ${pick(WHEN)}`,
  (pick) => `o valor do projeto é de ${pick(NUMBERS)} reais, e ${pick(PEOPLE)} ${pick(DID)} ${pick(THINGS)}`,
  (pick) =>
    `${pick(NUMBERS)} por cento das pessoas falam de ${pick(TOPICS)} e ${pick(TOPICS)} ${pick(WHERE)}`,
  (pick) => `quem ${pick(DID)} ${pick(THINGS)} ${pick(WHEN)}`,
  (pick) =>
    `mas ${pick(PEOPLE)} não ${pick(DID)} ${pick(THINGS)}, então ${pick(WISHES)} ${pick(TO_DO)} ${pick(THINGS)}`,
];

/** Mostly of other words. */
const STRANGE = [
  'o gato dormiu embaixo da geladeira enquanto a panela fervia devagar',
  'minha avó plantava cebolinha, manjericão e girassóis no quintal',
  'esqueci o guarda-chuva vermelho dentro do ônibus lotado',
  'as crianças brincavam de esconde-esconde atrás do muro caiado',
  'o ferreiro consertou a dobradiça enferrujada do portão velho',
  'comprei farinha, fermento e manteiga para assar biscoitos',
  'a neblina cobria o vale quando os pescadores voltaram',
  'ele tropeçou na bicicleta e machucou o joelho esquerdo',
];

/** A sentence of Portuguese; a `strange` one has words that the demonstration model has never heard. */
export const writeSentence = (random: Random, isStrange: boolean): string =>
  isStrange ? random.pick(STRANGE) : random.pick(KNOWN)((choices) => random.pick(choices));
