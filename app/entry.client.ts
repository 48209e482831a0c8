/** An island: gets its element, and `attachBelow` to attach the islands in markup that it inserts. */
type Island = (element: HTMLElement, attachBelow: (root: ParentNode) => Promise<unknown>) => void;

const islands = import.meta.glob<{ default: Island }>('./islands/*.ts');

/** Attaches the islands to elements with `data-island="name"`; several names are separated by spaces. */
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
