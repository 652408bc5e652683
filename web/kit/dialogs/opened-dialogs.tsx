import { createContext, Suspense, use, useId, useLayoutEffect, useSyncExternalStore, type ReactNode } from 'react'

/** A dialog that code has opened, which closes by its own place instead of by a state of the screen. */
export interface Opened {
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
const listeners = new Set<() => void>()

/** Changes the opened dialogs; a new one belongs to the upper host. */
export function changeDialogs(change: (dialogs: readonly Opened[], host: string) => readonly Opened[]): void {
  dialogs = change(dialogs, hosts.at(-1) ?? '')
  for (const listener of listeners) listener()
}

/** Returns the state of the dialog that code has opened; null for one that is open by a state of its own. */
export function usePlace(open?: boolean) {
  const place = use(PlaceContext)
  return open === undefined ? place : null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const none: readonly Opened[] = []

/**
 * Draws the opened dialogs. Each screen has one, whose dialogs go with it, and so has each dialog, because Escape and a
 * press outside must reach only the upper one of two. One that closes gets no further dialogs.
 */
export function OpenedDialogs({ isOpen = true }: { isOpen?: boolean }) {
  const host = useId()
  const opened = useSyncExternalStore(
    subscribe,
    () => dialogs,
    () => none,
  )
  useLayoutEffect(() => {
    if (!isOpen) return
    hosts = [...hosts, host]
    return () => {
      hosts = hosts.filter((one) => one !== host)
    }
  }, [host, isOpen])
  useLayoutEffect(
    () => () => {
      for (const one of dialogs) if (one.host === host) one.close()
      changeDialogs((all) => all.filter((one) => one.host !== host))
    },
    [host],
  )
  return opened
    .filter((one) => one.host === host)
    .map((one) => (
      <PlaceContext key={one.key} value={one}>
        {/* A dialog opens with everything that it needs, so that the focus finds its place. */}
        <Suspense>{one.node}</Suspense>
      </PlaceContext>
    ))
}
