/** Strings that are known to break file formats; the embedded fonts have all their letters. */
export const NAUGHTY = [
  '<script>alert(1)</script>',
  '</w:t></w:r><w:br/>&amp;&#x41;',
  '(parênteses\\) e \\n [colchetes] %comentário <<dicionário>>',
  '“aspas” ‘simples’ — travessão…',
  'ÁÂÃÀÇÉÊÍÓÔÕÚ áâãàçéêíóôõúü ñ ß œ ẞ',
  'Ωμέγα Γιώργος Жизнь Щука',
  '=HYPERLINK("http://x")',
  'não\u00a0quebra e\u0301 fi ffi',
  '{{page}} #{of} %s %d',
];

/** Strings with letters that the embedded fonts lack. */
export const BEYOND_THE_FONTS = ['日本語', 'שלום', 'مرحبا', '🎤👩‍👩‍👧', '\u202eodirevni'];
