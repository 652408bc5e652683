import { createContext, use, useEffect, useId, useLayoutEffect, useSyncExternalStore, type ReactNode } from 'react'
import { useLocation } from 'wouter'

/** A dialog that code has opened, which closes by its own place instead of by a state of the screen. */
interface Opened {
  key: number
  /** The part that draws it. */
  host: string
  node: ReactNode
  isOpen: boolean
  close: () => void
  /** Removes it once it has faded out. */
  remove: () => void
  finalFocus: () => HTMLElement | null
}

const PlaceContext = createContext<Pick<Opened, 'isOpen' | 'close' | 'remove' | 'finalFocus'> | null>(null)

let dialogs: readonly Opened[] = []
let hosts: readonly string[] = []
let count = 0
const listeners = new Set<() => void>()

function set(next: readonly Opened[]): void {
  dialogs = next
  for (const listener of listeners) listener()
}

/** Returns the state of the dialog that code has opened; null for one that is open by a state of its own. */
export function usePlace(open: boolean | undefined) {
  const place = use(PlaceContext)
  return open === undefined ? place : null
}

/**
 * Opens a dialog over the page: `render` gets the function that closes it, and the promise resolves to what that got,
 * or to undefined if the person closed it. The focus returns to what had it, and a new address closes everything.
 */
export function openDialog<Result>(
  render: (close: (result?: Result) => void) => ReactNode,
): Promise<Result | undefined> {
  const { promise, resolve } = Promise.withResolvers<Result | undefined>()
  const key = ++count
  const opener = openerOf(document.activeElement)
  const close = (result?: Result) => {
    set(dialogs.map((one) => (one.key === key ? { ...one, isOpen: false } : one)))
    resolve(result)
  }
  const opened: Opened = {
    key,
    host: hosts.at(-1) ?? '',
    node: render(close),
    isOpen: true,
    close,
    remove: () => set(dialogs.filter((one) => one.key !== key)),
    finalFocus: () => (opener?.isConnected ? opener : document.getElementById(countId)),
  }
  set([...dialogs, opened])
  return promise
}

/** The id of the count above a list, which takes the focus when the focused row leaves the list. */
export const countId = 'list-count'

/** A menu counts as the button that opened it, because the menu is gone when the dialog closes. */
function openerOf(focused: Element | null): HTMLElement | null {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : focused
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const none: readonly Opened[] = []

/**
 * Draws the opened dialogs. Each screen has one, whose dialogs go with it, and so has each dialog, because Escape and a
 * press outside must reach only the upper one of two.
 */
export function OpenedDialogs() {
  const host = useId()
  const opened = useSyncExternalStore(
    subscribe,
    () => dialogs,
    () => none,
  )
  const [path] = useLocation()
  useLayoutEffect(() => {
    hosts = [...hosts, host]
    return () => {
      hosts = hosts.filter((one) => one !== host)
      for (const { close, remove, ...one } of dialogs) {
        if (one.host !== host) continue
        close()
        remove()
      }
    }
  }, [host])
  useEffect(() => () => dialogs.forEach(({ close }) => close()), [path])
  return opened
    .filter((one) => one.host === host)
    .map((one) => (
      <PlaceContext key={one.key} value={one}>
        {one.node}
      </PlaceContext>
    ))
}
