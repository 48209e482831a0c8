/** An island: gets its element, and `attachBelow` to attach the islands in markup that it inserts. */
type Island = (element: HTMLElement, attachBelow: (root: ParentNode) => Promise<unknown>) => void;

const modules = import.meta.glob<{ default: Island }>('./islands/*/*.island.ts');
const islands = new Map(
  Object.entries(modules).map(([file, load]) => [/([^/]+)\.island\.ts$/.exec(file)?.[1], load]),
);

/** Attaches the islands to elements with `data-island="name"`; several names are separated by spaces. */
function attachBelow(root: ParentNode): Promise<unknown> {
  return Promise.all(
    [...root.querySelectorAll<HTMLElement>('[data-island]')].flatMap((element) =>
      element.dataset.island!.split(' ').map(async (name) => {
        const load = islands.get(name);
        const island = await load?.().catch((error: unknown) => {
          element.setAttribute('data-island-failed', '');
          throw error;
        });
        island?.default(element, attachBelow);
      }),
    ),
  );
}

void attachBelow(document);
