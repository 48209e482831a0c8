import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixOptions from './remix.config.js';

/** Components on the way to a transcript, whose styles form one stylesheet. */
const MAIN_PATH =
  /\/app\/components\/(ui\/|shell\/(?!Legal|Text)|account\/(AccountForm|ProviderButtons)|billing\/BalanceCard|library\/(ListTools|ModelBanner|Transcription)|upload\/UploadForm|transcript\/(ConfidenceCard|TranscriptPage|UtteranceList|editor\/(EditingBar|UtteranceTools)))/;

/** One stylesheet for the main path, since each request costs a round trip on a slow connection. */
const oneStylesheet = (id: string) => (MAIN_PATH.test(id) && id.endsWith('.css') ? 'components' : undefined);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixOptions)],
  resolve: { alias: { '@': import.meta.dirname } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks: oneStylesheet } },
  },
  worker: { format: 'es' },
  esbuild: { target: 'es2022' },
  // Development follows imports into modules that never reach the browser.
  optimizeDeps: { exclude: ['sequelize', '@ffmpeg/ffmpeg'], esbuildOptions: { target: 'es2022' } },
}));
