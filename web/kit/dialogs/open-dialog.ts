import type { ReactNode } from 'react'
import { countAbove, menuOpenerOf } from '../kept-focus.ts'
import { changeDialogs } from './opened-dialogs.tsx'

let count = 0

/**
 * Opens a dialog over the page: `render` gets the function that closes it, and the promise resolves to what that got,
 * or to undefined if the person closed it. A dialog goes with its screen. The focus returns to what had it; if that is
 * gone, it goes to what `next` finds, by default the count above a list, or else to the part around it.
 */
export function openDialog<Result>(
  render: (close: (result?: Result) => void) => ReactNode,
  next: () => HTMLElement | null = countAbove,
): Promise<Result | undefined> {
  const { promise, resolve } = Promise.withResolvers<Result | undefined>()
  const key = ++count
  const opener = openerOf(document.activeElement)
  const around = opener?.parentElement?.closest<HTMLElement>('[tabindex]')
  const close = (result?: Result) => {
    changeDialogs((all) => all.map((one) => (one.key === key ? { ...one, isOpen: false } : one)))
    resolve(result)
  }
  const opened = {
    key,
    node: render(close),
    isOpen: true,
    close,
    remove: () => changeDialogs((all) => all.filter((one) => one.key !== key)),
    finalFocus: () => [opener, next(), around].find((one) => one?.isConnected) ?? null,
  }
  changeDialogs((all, host) => [...all, { ...opened, host }])
  return promise
}

/** A menu or a list counts as the control that opened it, because it is gone when the dialog closes. */
function openerOf(focused: Element | null): HTMLElement | null {
  const select =
    focused?.closest('[role="listbox"]') && document.querySelector('[role="combobox"][aria-expanded="true"]')
  const opener = select ?? menuOpenerOf(focused)
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}
