import { createRequire } from 'node:module';
import type { FontFamily } from '@/app/domain/document/formats';

const packages = createRequire(import.meta.url);

export interface FontStyle {
  /** 'noto' by default, and as the fallback for glyphs that the other families lack. */
  family: FontFamily | 'noto';
  bold: boolean;
  italic: boolean;
}

const NOTO = {
  regular: '400Regular/NotoSans_400Regular',
  italic: '400Regular_Italic/NotoSans_400Regular_Italic',
  bold: '700Bold/NotoSans_700Bold',
  boldItalic: '700Bold_Italic/NotoSans_700Bold_Italic',
} as const;

const pathCache = new Map<string, string>();

export function fontFile(cut: FontStyle): string {
  const key = `${cut.family} ${cut.bold} ${cut.italic}`;
  const file = pathCache.get(key) ?? findFile(cut);
  pathCache.set(key, file);
  return file;
}

function findFile({ family, bold, italic }: FontStyle): string {
  if (family === 'noto') {
    const name = bold ? (italic ? NOTO.boldItalic : NOTO.bold) : italic ? NOTO.italic : NOTO.regular;
    return packages.resolve(`@expo-google-fonts/noto-sans/${name}.ttf`);
  }
  const style = italic ? 'italic' : 'normal';
  return packages.resolve(`@fontsource/${family}/files/${family}-latin-${bold ? 700 : 400}-${style}.woff`);
}
