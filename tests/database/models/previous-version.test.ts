import { DataTypes } from 'sequelize';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '@/models/database.server';
import { migrate } from '@/models/migrate.server';
import { migrations } from '@/models/migrations/index.server';
import { fresh } from '@/tests/soak/migrations';
import { databaseAddress, describeOnBothDatabases } from '@/tests/support/databases';
import { findBreakages, previousVersion } from '@/tests/support/recorded-version';

const LAST = migrations.findIndex(({ name }) => name === previousVersion.lastMigration);

describeOnBothDatabases('the schema, with processes of the previous version still running', () => {
  let own: Database;
  let present: Database;

  beforeAll(async () => {
    own = openDatabase(await fresh(databaseAddress())());
    await migrate(own, migrations.slice(0, LAST + 1));
    present = openDatabase(databaseAddress());
  });

  afterAll(async () => {
    await own.close();
    await present.close();
  });

  it('takes what they write and gives what they read', async () => {
    expect(LAST).toBeGreaterThan(0);
    expect(await findBreakages(previousVersion, own, present)).toEqual([]);
  });

  // Last, since it spoils the schema.
  it('would be found at fault for each change that breaks them', async () => {
    const queryInterface = present.getQueryInterface();
    const isMysql = present.getDialect() === 'mysql';
    await queryInterface.dropTable('glossaries');
    await present.query('ALTER TABLE tags RENAME COLUMN name TO title');
    await present.query('CREATE UNIQUE INDEX one_expiry ON shares (expires_at)');
    await queryInterface.changeColumn('users', 'name', { type: DataTypes.STRING(10), allowNull: true });
    await queryInterface.changeColumn('ads', 'image_key', { type: DataTypes.STRING(255), allowNull: false });
    const added = { type: DataTypes.STRING(9), allowNull: false };
    // SQLite cannot add such a column.
    if (isMysql) await queryInterface.addColumn('flags', 'kind', added);
    const found = (await findBreakages(previousVersion, own, present)).join('\n');
    expect(found).toContain('glossaries is gone');
    expect(found).toContain('tags.name is gone');
    expect(found).toMatch(/^shares: /m);
    expect(found).toMatch(/^users\.name was VARCHAR\(\d+\) and is VARCHAR\(10\)$/m);
    expect(found).toMatch(/^ads: /m);
    if (isMysql) expect(found).toMatch(/^flags: .*kind/m);
  });
});
