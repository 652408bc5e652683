import { focusManager, notifyManager, QueryClient } from '@tanstack/react-query'

// A screen that waits for an answer is current at once, and not only after the next timer.
notifyManager.setScheduler(queueMicrotask)

/** The cache of everything read from the server; by default read once, never refetched, never retried (S302). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      staleTime: Infinity,
      // A server on this machine answers even when the browser believes that it is offline.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * Reads again what is on the screen, and marks the rest as old, after a write or whatever else changes data; resolves
 * once the screen is current (D168). Nothing is repeated that was sent by a POST, and `but` names a call that is current.
 */
export function readAgain(but?: unknown): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [call] }) => call !== but && String(call).startsWith('GET '),
  })
}

/**
 * The library only listens for the tab becoming visible; returning to a window that stayed visible counts too (S152).
 */
export function watchWindowFocus(): void {
  focusManager.setEventListener((onFocus) => {
    const notify = () => onFocus()
    const events = ['visibilitychange', 'focus']
    for (const name of events) window.addEventListener(name, notify)
    return () => {
      for (const name of events) window.removeEventListener(name, notify)
    }
  })
}
