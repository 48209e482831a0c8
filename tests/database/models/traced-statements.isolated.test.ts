import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { withTrace } from '@/app/config/tracing.server';
import { database, inTransaction, MysqlDatabase } from '@/models/database.server';
import { User } from '@/models/user.server';
import { collectSpans } from '@/tests/support/collect-spans';
import { describeOnBothDatabases } from '@/tests/support/databases';

describeOnBothDatabases('statements in a trace', () => {
  it('are spans without values, by models, by hand, in transactions, and when they fail', async () => {
    const spans = collectSpans();
    await User.count({ where: { email: 'before@example.com' } });
    await withTrace('root', { kind: 'internal' }, async () => {
      await User.findOne({ where: { email: 'ana@example.com' } });
      await database().select('SELECT id FROM jobs WHERE name = :name', { name: 'ana@example.com' });
      await inTransaction(async (transaction) => {
        await User.update({ name: 'Ana' }, { where: { email: 'ana@example.com' }, transaction });
      });
      await database()
        .query("SELECT 'ana' FROM nowhere")
        .catch(() => undefined);
    });
    const system = database() instanceof MysqlDatabase ? 'mysql' : 'sqlite';
    const statements = spans.filter(({ name }) => name !== 'root');
    const names = statements.map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['SELECT users', 'SELECT jobs']);
    expect(names).toEqual(expect.arrayContaining(['UPDATE users', 'COMMIT', 'SELECT nowhere']));
    expect(statements.every(({ attributes }) => attributes['db.system.name'] === system)).toBe(true);
    const root = spans.at(-1)!;
    expect(new Set(statements.map(({ parentSpanContext }) => parentSpanContext?.spanId))).toEqual(
      new Set([root.context.spanId]),
    );
    expect(statements.at(-1)!.attributes['error.type']).toMatch(/^Sequelize\w*Error$/);
    expect(JSON.stringify(spans)).not.toMatch(/ana@|'ana|"Ana|before/i);
  });
});
