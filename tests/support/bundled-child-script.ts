declare const BUNDLE_FOLDER: string;

/** Takes the place of the app's `childScript` within a bundle; the child must have been bundled before it. */
export function childScript(source: string): { path: string; execArgv: string[] } {
  return { path: `${BUNDLE_FOLDER}/${source.replace(/\.ts$/, '.mjs')}`, execArgv: [] };
}
