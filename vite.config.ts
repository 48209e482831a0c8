import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixOptions from './remix.config.js';

/** One stylesheet for all pages: it is small, and a slow line pays for every request. */
const oneStylesheet = (id: string) => (id.includes('/app/components/') ? 'components' : undefined);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixOptions)],
  resolve: { alias: { '@': import.meta.dirname } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks: oneStylesheet } },
  },
  esbuild: { target: 'es2022' },
  // Development follows imports into modules that never reach the browser.
  optimizeDeps: { exclude: ['sequelize'], esbuildOptions: { target: 'es2022' } },
}));
