/** What an island module exports: gets its element, and the means to attach the islands of markup it brings in. */
type Island = (element: HTMLElement, attachBelow: (root: ParentNode) => Promise<unknown>) => void;

const islands = import.meta.glob<{ default: Island }>('./islands/*.ts');

/** Attaches each island to the markup that asks for it: `data-island="name"`, several by spaces. */
function attachBelow(root: ParentNode): Promise<unknown> {
  return Promise.all(
    [...root.querySelectorAll<HTMLElement>('[data-island]')].flatMap((element) =>
      element.dataset.island!.split(' ').map(async (name) => {
        const island = await islands[`./islands/${name}.ts`]?.();
        island?.default(element, attachBelow);
      }),
    ),
  );
}

void attachBelow(document);
