import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixOptions from './remix.config.js';

/** Rooms of the pages that everybody passes on the way to a transcript. */
const MAIN_ROAD =
  /\/app\/components\/(ui|shell|account|errors|transcription|transcript|editor\/(EditingBar|BlockTools))/;

/** One stylesheet for those pages, since a slow line pays for every request; other rooms bring their own. */
const oneStylesheet = (id: string) => (MAIN_ROAD.test(id) && id.endsWith('.css') ? 'components' : undefined);

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
