import { focusManager, QueryClient } from '@tanstack/react-query'

/** Everything read from the server; by default read once, never again by itself, never tried twice (S302). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      staleTime: Infinity,
      // A server on this very machine answers also when the browser believes to be offline.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * The library listens to the tab becoming visible alone; coming back to a window that stayed visible counts too (S152).
 */
export function watchWindowFocus(): void {
  focusManager.setEventListener((onFocus) => {
    const tell = () => onFocus()
    const events = ['visibilitychange', 'focus']
    for (const name of events) window.addEventListener(name, tell)
    return () => {
      for (const name of events) window.removeEventListener(name, tell)
    }
  })
}
