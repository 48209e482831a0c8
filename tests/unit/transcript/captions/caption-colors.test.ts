import { expect, it } from 'vitest';
import { CAPTION_COLORS } from '@/app/domain/transcript/captions/caption-colors';
import { HUE_COUNT } from '@/app/domain/transcript/people';
import { read } from '@/tests/unit/house/source';

it('are those of the speakers in the dark theme, in files and over a recording', () => {
  const page = read('app/components/transcript/UtteranceList.module.css');
  const [, dark = ''] = page.split('prefers-color-scheme: dark');
  expect([...dark.matchAll(/--hue: (#\w{6})/g)].map(([, color]) => color)).toEqual([...CAPTION_COLORS]);
  const preview = read('app/components/transcript/captions/CaptionPreviewPage.module.css');
  expect([...preview.matchAll(/--caption: (#\w{6})/g)].map(([, color]) => color)).toEqual([
    ...CAPTION_COLORS,
  ]);
  expect(CAPTION_COLORS).toHaveLength(HUE_COUNT);
});
