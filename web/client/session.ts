import { navigate } from 'wouter/use-browser-location'
import { currentUser, logout } from '#contract/identity/current-user.ts'
import type { Call } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { useCall } from './api.ts'
import { configQuery } from './config.ts'
import { setMe } from './me.ts'
import { paths } from './addresses/paths.ts'
import { queryClient } from './query-client.ts'
import { showFailure } from './failure.ts'
import { clearKept } from '#web/kit/fields/kept-input.ts'
import { tabStore } from '#web/kit/storage/text-store.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'

const reloadDelayMs = 100
const signInDelayMs = 500
const leftMark = 'luna-left'

let isSigningOut = false
let isLeaving = false

/** Starts the session of a user who has just signed in, without any data of an earlier user. */
export async function beginSession(user: Me): Promise<void> {
  clearEverything()
  await setMe(user)
}

/** Returns a function that signs out, says so and reloads at the home page or at the given screen (S154, S382). */
export function useSignOut(to = paths.home()): () => void {
  const { mutate } = useCall(logout, { done: () => leaveSession('signedOut', to) })
  return () => {
    if (!isSigningOut) mutate()
  }
}

const farewells = {
  signedOut: { title: 'Signed out successfully', description: 'You have been logged out.', tone: 'success' },
  accountDeleted: {
    title: 'Account Deleted',
    description: "To restore it, sign in within 7 days. We've emailed you the date.",
    tone: 'success',
  },
} as const
type Farewell = keyof typeof farewells

/** Ends the session on this page: says so, clears what was read and loads the next page. */
export function leaveSession(farewell: Farewell, to = paths.home()): void {
  isSigningOut = true
  showToast(farewells[farewell])
  tabStore.write(leftMark, farewell)
  clearKept()
  queryClient.clear()
  setTimeout(() => location.assign(to), reloadDelayMs)
}

/** Shows the sign-out toast once more after the reload, because it cannot be read before (D17). */
export function showFarewellOnce(): void {
  const farewell = tabStore.read(leftMark)
  tabStore.delete(leftMark)
  if (farewell === 'signedOut' || farewell === 'accountDeleted') showToast(farewells[farewell])
}

/** Reloads a page that the browser cached before the sign-out, because it still shows private data. */
export function reloadKeptPages(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isSigningOut) location.reload()
  })
}

/** Ends the session when a call finds no signed-in user; the regular poll of the user stays silent (D1, S287). */
export function noteSignedOut(call: Call): void {
  if (call !== currentUser) loseSession()
}

/** Says that the session has ended and goes to the sign-in page, which leads back (D1, S267). */
export function loseSession(): void {
  if (isSigningOut || isLeaving) return
  isLeaving = true
  showFailure({ title: 'Unauthorized', text: 'You are logged out. Logging in again...' })
  setTimeout(async () => {
    clearEverything()
    await setMe(null)
    navigate(paths.login({ next: location.pathname + location.search }))
    isLeaving = false
  }, signInDelayMs)
}

/** Clears what this user has read; public data stays. */
export function clearEverything(): void {
  const kept = new Set([configQuery.queryKey[0]])
  queryClient.removeQueries({ predicate: ({ queryKey }) => !kept.has(queryKey[0]) && queryKey[0] !== meKey })
}

const meKey = `${currentUser.method} ${currentUser.path}`
