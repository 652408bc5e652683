import { countAbove } from '#web/client/lists/list-focus.ts'

/** Returns where the focus goes when a dialog closes: what opened it, or what stays when its row has gone. */
export function backToOpener(opener: Element | null): HTMLElement | null {
  if (opener instanceof HTMLElement && opener.isConnected) return opener
  return countAbove() ?? document.querySelector<HTMLElement>('main')
}
