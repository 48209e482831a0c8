import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '@/models/database.server';
import { statementSpan, statementText } from '@/models/statement-span.server';

const DIALECTS = ['sqlite', 'mysql'] as const;
const DATABASES = {
  sqlite: openDatabase({ file: ':memory:' }),
  mysql: openDatabase({ url: 'mysql://nobody@127.0.0.1:1/none' }),
};

describe.each(DIALECTS)('a statement of %s', (dialect) => {
  /** As Sequelize writes a value into a statement. */
  const written = (value: string | number) => DATABASES[dialect].escape(value);

  it('has no value, whatever it is', () => {
    const values = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom("'", '"', '\\', '`', 'a', '1', ' ', '\n', '-', '/', '*') }),
      fc.nat(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(Math.abs),
    );
    fc.assert(
      fc.property(values, values, (one, two) => {
        const sql = `SELECT a1 FROM \`b2\` WHERE c = ${written(one)} AND d IN (${written(two)}, ${written(one)})`;
        const text = statementText(sql, dialect);
        expect(text).toBe('SELECT a1 FROM `b2` WHERE c = ? AND d IN (?)');
      }),
    );
  });

  it('has no part of a value when it is cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8_100 }), (length) => {
        const value = `${' '.repeat(length)}secret 'secret' \\ secret`;
        const text = statementText(`SELECT ${written(value)}, ${written(value)}`, dialect);
        expect(text).toMatch(/^SELECT \?,?$/);
      }),
    );
  });

  it('with many rows is short', () => {
    const rows = Array.from({ length: 5_000 }, (_, row) => `(${row}, 'secret', NULL)`).join(',');
    const text = statementText(`INSERT INTO a (b, c, d) VALUES ${rows}`, dialect);
    expect(text.length).toBeLessThanOrEqual(2_001);
    expect(text).not.toMatch(/secret|\d/);
  });

  it('takes time in proportion to its length', () => {
    const startedAt = performance.now();
    for (const part of ["'", '`', '"', "''", "\\'", 'a', '1', '(', '?,', 'WITH ', ') ']) {
      statementSpan(`WITH ${part.repeat(100_000)}`, dialect);
    }
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

it.each([
  ['SELECT count(*) AS `count` FROM `transcriptions` AS `Transcription`', 'SELECT transcriptions'],
  ['INSERT INTO `jobs` (`id`) VALUES ($1) RETURNING `id`;', 'INSERT jobs'],
  ['UPDATE `jobs` SET `fence`=$1 WHERE `id` = 4', 'UPDATE jobs'],
  ['DELETE FROM rate_limits WHERE a < :a', 'DELETE rate_limits'],
  ['WITH due AS (SELECT id FROM jobs) SELECT id FROM due', 'SELECT jobs'],
  ['BEGIN IMMEDIATE TRANSACTION;', 'BEGIN'],
  ['COMMIT;', 'COMMIT'],
  ['', 'statement'],
])('%s is the span %s', (sql, name) => {
  expect(statementSpan(sql, 'sqlite').name).toBe(name);
});

it('placeholders and names are kept', () => {
  const sql = "SELECT t.a_1, x'00ff', _utf8'é', 1.5e+3, 0xff FROM `a'b` WHERE c = :c AND d = $1 AND e = ?";
  const kept = "SELECT t.a_1, ?, _utf?? FROM `a'b` WHERE c = :c AND d = $1 AND e = ?";
  expect(statementText(sql, 'mysql')).toBe(kept);
});
