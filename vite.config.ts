import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixOptions from './remix.config.js';

export default defineConfig({
  plugins: [remix(remixOptions)],
  resolve: { alias: { '@': import.meta.dirname } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  esbuild: { target: 'es2022' },
  optimizeDeps: { esbuildOptions: { target: 'es2022' } },
});
