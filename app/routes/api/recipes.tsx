import { useLoaderData } from '@remix-run/react';
import { RecipesPage } from '@/app/components/api/RecipesPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { readRecipes } from '@/app/http/api/recipes.server';

export const loader = async () => ({ recipes: await readRecipes() });

export const handle = pageTitle('api', 'recipes.title');

export default function RecipesRoute() {
  return <RecipesPage {...useLoaderData<typeof loader>()} />;
}
