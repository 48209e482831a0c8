import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { openDatabase } from '@/models/database.server';
import { migrate } from '@/models/migrate.server';

/**
 * Creates a SQLite file with all migrations applied, as a copy of a template, which the first call of a run
 * makes. Calls of several processes at once may each make it.
 */
export async function createSqliteFromTemplate(file: string, runFolder: string): Promise<void> {
  const template = path.join(runFolder, 'template.sqlite');
  if (!existsSync(template)) {
    const own = path.join(runFolder, `template-${randomUUID()}.sqlite`);
    const database = openDatabase({ file: own });
    await migrate(database);
    await database.query(`VACUUM INTO '${own}.whole'`);
    await database.close();
    await rename(`${own}.whole`, template);
  }
  await copyFile(template, file);
}

/** The same as createSqliteFromTemplate for an empty database of a MariaDB server. */
export async function fillMariaDbFromTemplate(
  server: string,
  name: string,
  runFolder: string,
): Promise<void> {
  const script = path.join(runFolder, 'template.sql');
  const connection = await mysql.createConnection({ uri: server, multipleStatements: true });
  try {
    if (!existsSync(script)) {
      const template = `template_${randomUUID().replaceAll('-', '')}`;
      await connection.query(`CREATE DATABASE ${template}`);
      const database = openDatabase({ url: `${server}/${template}` });
      await migrate(database);
      await database.close();
      await writeFile(`${script}-${template}`, await scriptOf(connection, template));
      await rename(`${script}-${template}`, script);
    }
    await connection.query(`USE ${name}; ${await readFile(script, 'utf8')}`);
  } finally {
    await connection.end();
  }
}

/** Statements that make the current database equal to `template`. */
async function scriptOf(connection: Connection, template: string): Promise<string> {
  await connection.query(`USE ${template}`);
  const rowsOf = async (sql: string) => (await connection.query<RowDataPacket[]>(sql))[0];
  const [defaults] = await rowsOf(
    'SELECT @@character_set_database AS charset, @@collation_database AS collation',
  );
  const { charset, collation } = defaults as { charset: string; collation: string };
  const statements = [
    `ALTER DATABASE CHARACTER SET ${charset} COLLATE ${collation}`,
    'SET foreign_key_checks = 0',
  ];
  for (const row of await rowsOf('SHOW TABLES')) {
    const table = Object.values(row)[0] as string;
    const [created] = await rowsOf(`SHOW CREATE TABLE \`${table}\``);
    statements.push((created as { 'Create Table': string })['Create Table']);
    const [first] = await rowsOf(`SELECT 1 FROM \`${table}\` LIMIT 1`);
    if (first) statements.push(`INSERT INTO \`${table}\` SELECT * FROM ${template}.\`${table}\``);
  }
  return [...statements, 'SET foreign_key_checks = 1'].join(';\n');
}
