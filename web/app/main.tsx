import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { hideSecrets } from '#web/client/addresses/address-secrets.ts'
import { whenProofAsked, whenSignedOut } from '#web/client/api.ts'
import type { PageData } from '#contract/rendering.ts'
import { firstScreen, watchNavigation } from '#web/client/navigation.ts'
import { queryClient, watchWindowFocus } from '#web/client/query-client.ts'
import { Root, knowVisitor } from './root.tsx'
import { screenAt } from './routes.tsx'
import { noteSignedOut, reloadKeptPages, showFarewellOnce } from '#web/client/session.ts'

export const firstScreenIsThere = firstScreen.promise

/** How long the page may keep the server's skeleton while the code of its first screen loads. */
const longestWaitMs = 150

hideSecrets()
watchNavigation()
watchWindowFocus()
reloadKeptPages()
whenSignedOut(noteSignedOut)
whenProofAsked(async () => (await import('#web/screens/identity/identity-dialog.tsx')).askIdentity())
showFarewellOnce()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
const { page } = root.dataset
if (page) {
  // In a task of its own and in the short slices of a transition, so that a slow phone responds meanwhile.
  setTimeout(() => {
    knowVisitor(queryClient, JSON.parse(page) as PageData)
    startTransition(() => void hydrateRoot(root, <Root client={queryClient} />))
  })
} else {
  // Not awaited here, because the code of a screen waits for this module to finish.
  void loadFirstScreen().then(() => createRoot(root).render(<Root client={queryClient} />))
}

/**
 * Loads a guarded screen's code while the page finds out who is signed in; only admins load admin code (D142). A public
 * screen waits a moment for its code, because React keeps a spinner for at least 300 ms once it shows.
 */
async function loadFirstScreen(): Promise<void> {
  const screen = screenAt(location.pathname)
  if (!screen || screen.access === 'admin') return
  const loading = screen.load()
  if (screen.access === 'public')
    await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, longestWaitMs))])
}
