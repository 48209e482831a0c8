/** Browsers close a popover on Escape and on a press outside; this closes it when the focus leaves it, too. */
export default function attach(menu: HTMLElement): void {
  document.addEventListener('focusin', ({ target }) => {
    const isOpener = (target as Element).getAttribute('popovertarget') === menu.id;
    if (!isOpener && !menu.contains(target as Node) && menu.matches(':popover-open')) menu.hidePopover();
  });
}
