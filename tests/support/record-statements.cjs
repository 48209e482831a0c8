// Preloaded into a Celeste process (`node --require`): appends a line to STATEMENTS_FILE for each statement that the
// process sends to its database, below Sequelize and below what the driver of SQLite does.
const { appendFileSync } = require('node:fs');
const Libsql = require('libsql');
const { Connection } = require('mysql2');

const record = (sql) => appendFileSync(process.env.STATEMENTS_FILE, `${sql.replaceAll('\n', ' ')}\n`);

/** @param sqlOf of the arguments of a call */
function recordCalls(prototype, method, sqlOf) {
  const call = prototype[method];
  prototype[method] = function (...args) {
    const sql = sqlOf.call(this, ...args);
    if (sql) record(sql);
    return call.apply(this, args);
  };
}

const prepare = Libsql.prototype.prepare;
const sqlOfStatements = new WeakMap();
let arePatched = false;
Libsql.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  sqlOfStatements.set(statement, sql);
  if (!arePatched) {
    arePatched = true;
    for (const method of ['run', 'get', 'iterate']) {
      recordCalls(Object.getPrototypeOf(statement), method, function () {
        return sqlOfStatements.get(this);
      });
    }
  }
  return statement;
};
recordCalls(Libsql.prototype, 'exec', (sql) => sql);
for (const method of ['query', 'execute'])
  recordCalls(Connection.prototype, method, (query) => query.sql ?? query);
