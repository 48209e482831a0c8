/** Programs to copy that use the API; each stands in public/recipes in every language. */
export const RECIPES = ['upload-and-wait', 'by-address', 'subtitles', 'search', 'webhook-receiver'] as const;

export type RecipeName = (typeof RECIPES)[number];

export const RECIPE_LANGUAGES = [
  { name: 'curl', extension: 'sh' },
  { name: 'Node', extension: 'mjs' },
  { name: 'Python', extension: 'py' },
] as const;

export interface Recipe {
  name: RecipeName;
  programs: { language: string; file: string; text: string }[];
}

/** The address that the files have in place of an instance's own. */
const EXAMPLE_ADDRESS = 'https://celeste.example/api';

export const withAddress = (program: string, address: string): string =>
  program.replaceAll(EXAMPLE_ADDRESS, address);
