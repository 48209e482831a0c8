const islands = import.meta.glob<{ default: (element: HTMLElement) => void }>('./islands/*.ts');

/** Attaches each island to the markup that asks for it: `data-island="name"`, several by spaces. */
for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
  for (const name of element.dataset.island!.split(' ')) {
    islands[`./islands/${name}.ts`]?.().then((island) => island.default(element));
  }
}
