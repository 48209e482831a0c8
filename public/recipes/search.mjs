// Says where words were said, with links that play the recording there.
// Usage: TOKEN=cel_… node search.mjs orçamento
const { API = 'https://celeste.example/api', TOKEN } = process.env;

const query = new URLSearchParams({ q: process.argv.slice(2).join(' ') });
const headers = { Authorization: `Bearer ${TOKEN}` };
const response = await fetch(`${API}/v1/search?${query}`, { headers });
if (!response.ok) throw new Error(await response.text());
for (const { title, hits } of (await response.json()).data) {
  console.log(title);
  for (const { speaker, text, url } of hits) console.log(`  ${speaker}: ${text}\n  ${url}`);
}
