import { readFileSync } from 'node:fs';
import express from 'express';
import { parseDocument } from 'htmlparser2';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

// A bare Express server whose pages have the very elements, attributes and texts of other pages, made anew for each
// request and rendered by React. Started with the files of those pages; their addresses are /0, /1, …

const NAMES = { class: 'className', for: 'htmlFor', style: 'data-style', value: 'defaultValue' };
/** React reads an empty text as false there. */
const BOOLEANS =
  /^(hidden|disabled|checked|required|multiple|open|controls|autofocus|selected|novalidate|readonly|nomodule|defer|async)$/;

function propertiesOf(attributes) {
  const entries = Object.entries(attributes).map(([name, value]) => [
    NAMES[name] ?? name,
    BOOLEANS.test(name) ? true : value,
  ]);
  return Object.fromEntries(entries);
}

/** What a component compiled from JSX holds. */
function compile(node) {
  if (node.type === 'text') return node.data;
  if (!('name' in node)) return null;
  return {
    name: node.name,
    properties: propertiesOf(node.attribs),
    children: node.children.map(compile).filter((child) => child !== null),
  };
}

const elementOf = (part) =>
  typeof part === 'string'
    ? part
    : createElement(part.name, { ...part.properties }, ...part.children.map(elementOf));

const Page = ({ root }) => elementOf(root);

const app = express();
process.argv.slice(2).forEach((file, index) => {
  const page = parseDocument(readFileSync(file, 'utf8'));
  const root = compile(page.children.find((node) => node.name === 'html'));
  app.get(`/${index}`, (_request, response) => {
    response
      .set('Content-Type', 'text/html; charset=utf-8')
      .send(`<!DOCTYPE html>${renderToString(createElement(Page, { root }))}`);
  });
});
const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.once('disconnect', () => process.exit());
