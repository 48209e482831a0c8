import { describe, expect, it } from 'vitest';
import { detectLanguage } from '@/app/domain/speech/detect-language';

const TEXTS: Record<string, string> = {
  pt: 'Bom dia a todos, a gente vai começar a reunião de hoje com o relatório do mês passado. Eu acho que as vendas foram melhores do que em julho, mas o custo do frete também subiu, e isso não estava no plano. Você pode mostrar os números para nós?',
  en: 'Good morning everyone, we are going to start the meeting with the report of the last month. I think that the sales were better than in July, but the cost of the freight went up as well, and that was not in the plan. Can you show the numbers to us?',
  es: 'Buenos días a todos, vamos a empezar la reunión de hoy con el informe del mes pasado. Yo creo que las ventas fueron mejores que en julio, pero el costo del flete también subió, y eso no estaba en el plan. ¿Usted puede mostrar los números, por favor?',
  fr: 'Bonjour à tous, nous allons commencer la réunion avec le rapport du mois dernier. Je pense que les ventes sont meilleures que dans le mois de juillet, mais le coût du transport est aussi plus élevé, et ce n’est pas dans le plan. Vous pouvez montrer les chiffres ?',
  it: 'Buongiorno a tutti, iniziamo la riunione di oggi con il rapporto del mese scorso. Io penso che le vendite sono state migliori di luglio, ma il costo del trasporto è anche salito, e questo non era nel piano. Lei può mostrare i numeri a noi per favore?',
  de: 'Guten Morgen, wir beginnen die Sitzung mit dem Bericht von dem letzten Monat. Ich denke, dass die Verkäufe besser sind als im Juli, aber die Kosten für den Transport sind auch gestiegen, und das war nicht in dem Plan. Können Sie uns die Zahlen zeigen?',
};

describe('detectLanguage', () => {
  it.each(Object.entries(TEXTS))('detects %s', (language, text) => {
    expect(detectLanguage(text.split(' '))).toBe(language);
  });

  it('returns null for a few words, no words, or a list of names', () => {
    expect(detectLanguage(TEXTS.en!.split(' ').slice(0, 30))).toBeNull();
    expect(detectLanguage([])).toBeNull();
    expect(detectLanguage(Array.from({ length: 80 }, (_, index) => `Fulano${index % 7} Silva`))).toBeNull();
  });
});
