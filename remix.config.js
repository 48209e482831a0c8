/** Remix options, read by vite.config.ts (Vite does not look for this file by itself). */
export default {
  appDirectory: 'app',
  // bin/build.mjs builds into a folder of its own each time.
  buildDirectory: process.env.BUILD_FOLDER ?? 'build/unnamed',
  ignoredRouteFiles: ['**/*.test.*'],
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
