import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectDir } from '@/app/config/env.server';
import { RECIPE_LANGUAGES, RECIPES, type Recipe, withAddress } from '@/app/domain/api/recipes';
import { ownAddress } from './own-address.server';

/** The recipes, with the address of this instance. */
export function readRecipes(): Promise<Recipe[]> {
  const programOf = async (
    name: string,
    { name: language, extension }: (typeof RECIPE_LANGUAGES)[number],
  ) => {
    const file = `${name}.${extension}`;
    const text = await readFile(path.join(projectDir, 'public', 'recipes', file), 'utf8');
    return { language, file, text: withAddress(text, ownAddress('/api')) };
  };
  return Promise.all(
    RECIPES.map(async (name) => ({
      name,
      programs: await Promise.all(RECIPE_LANGUAGES.map((language) => programOf(name, language))),
    })),
  );
}
