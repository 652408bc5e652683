import { useMutation } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { currentUser, logout } from '#contract/identity/auth.ts'
import type { Answer, Call } from '#contract/call.ts'
import type { userOrganization } from '#contract/organizations/organizations.ts'
import type { Me } from '#contract/identity/people.ts'
import { send } from './api.ts'
import { configQuery } from './config.ts'
import { refreshMe, setMe } from './me.ts'
import { organizationQuery } from './organization.ts'
import { paths } from './addresses/paths.ts'
import { queryClient } from './query-client.ts'
import { farewells, sessionFailures } from './session-toasts.ts'
import { showFailure } from './failure.ts'
import { forgetKept } from '#web/kit/fields/kept-input.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'

const reloadDelayMs = 100
const signInDelayMs = 500
const leftMark = 'luna-left'

let isSigningOut = false
let isLeaving = false

/** Starts with a person who has just signed in: nothing that an earlier one read is kept. */
export async function beginSession(user: Me): Promise<void> {
  forgetEverything()
  await setMe(user)
}

/** Goes on in another context: everything that was read in the one before is read anew (D122). */
export async function switchContext(context: Answer<typeof userOrganization>): Promise<void> {
  await refreshMe()
  forgetEverything()
  queryClient.setQueryData(organizationQuery.queryKey, context)
}

/** Goes on as a member of an organization that has just been joined, in its context (D111, S559). */
export async function enterOrganization(): Promise<void> {
  await refreshMe()
  forgetEverything()
  // Asked here so that the way home does not wait; should it fail, the home page asks again.
  await queryClient.prefetchQuery(organizationQuery)
}

/** Signs out, says so, and loads the home page anew, or the screen that is led to (S154, S382). */
export function useSignOut(to = paths.home()): () => void {
  const { mutate } = useMutation({
    mutationFn: () => send(logout),
    onSuccess: () => leaveSession('signedOut', to),
    onError: (error) => showFailure(sessionFailures.signOut, error),
  })
  return () => {
    if (!isSigningOut) mutate()
  }
}

type Farewell = keyof typeof farewells

/** The person has signed out: says so, forgets what was read, and loads the next page anew. */
export function leaveSession(farewell: Farewell, to = paths.home()): void {
  isSigningOut = true
  showToast(farewells[farewell])
  sessionStorage.setItem(leftMark, farewell)
  forgetKept()
  queryClient.clear()
  setTimeout(() => location.assign(to), reloadDelayMs)
}

/** The toast of the sign-out cannot be read before the reload, so it is shown once more after it (D17). */
export function showFarewellOnce(): void {
  const farewell = sessionStorage.getItem(leftMark)
  sessionStorage.removeItem(leftMark)
  if (farewell === 'signedOut' || farewell === 'accountDeleted') showToast(farewells[farewell])
}

/** A page that the browser kept from before the sign-out still shows what was private: it is loaded anew. */
export function reloadKeptPages(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isSigningOut) location.reload()
  })
}

/** A call found nobody signed in; the regular question who is signed in is silent about it (D1, S287). */
export function noteSignedOut(call: Call): void {
  if (call !== currentUser) loseSession()
}

/** The session ended while somebody was at work: says so and goes to the sign-in page, which leads back (D1, S267). */
export function loseSession(): void {
  if (isSigningOut || isLeaving) return
  isLeaving = true
  showFailure(sessionFailures.signedOut)
  setTimeout(async () => {
    forgetEverything()
    await setMe(null)
    navigate(paths.login({ next: location.pathname + location.search }))
    isLeaving = false
  }, signInDelayMs)
}

/** Drops what one person has read; what everybody may read stays. */
function forgetEverything(): void {
  const kept = new Set([configQuery.queryKey[0]])
  queryClient.removeQueries({ predicate: ({ queryKey }) => !kept.has(queryKey[0]) && queryKey[0] !== meKey })
}

const meKey = `${currentUser.method} ${currentUser.path}`
