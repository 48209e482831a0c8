// Takes webhooks: checks their signature (standardwebhooks.com) and prints them.
// Usage: SECRET=whsec_… PORT=8080 node webhook-receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { SECRET, PORT = 8080 } = process.env;
if (!SECRET) throw new Error('SECRET is not set');
const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');

function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': sent = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(at)) <= 300)) return false;
  const own = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  const expected = Buffer.from(own);
  const equals = (one) => one.length === expected.length && timingSafeEqual(one, expected);
  // While a secret is changed there are two.
  return sent.split(' ').some((signature) => equals(Buffer.from(signature.replace('v1,', ''))));
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const isOwn = isSigned(request.headers, body);
  // An event may come twice: its id, webhook-id, tells.
  if (isOwn) console.log(request.headers['webhook-id'], body);
  response.writeHead(isOwn ? 204 : 401).end();
});
server.listen(PORT, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
