// Preloaded into a Celeste process (`node --require`): appends a line to MODULES_FILE for each module of OpenTelemetry
// that the process loads.
const { appendFileSync } = require('node:fs');
const Module = require('node:module');

const load = Module.prototype.load;
Module.prototype.load = function (file) {
  if (file.includes('@opentelemetry')) appendFileSync(process.env.MODULES_FILE, `${file}\n`);
  return load.call(this, file);
};
