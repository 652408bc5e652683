import { openFirstPayment } from '#contract/billing/purchases.ts'
import { currentUser, logout } from '#contract/identity/current-user.ts'
import type { Me } from '#contract/identity/people.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { refusals } from '#server/kernel/problem.ts'
import { FakeServer } from './fake-server.ts'
import { alone, config, contextOf, type WorkContext } from './people.ts'

/** A server to which no one has signed in. */
export function openServer(): FakeServer {
  const server = new FakeServer()
  server.answer(publicConfig, config)
  server.refuseWith(currentUser, refusals.signedOut())
  server.answer(openFirstPayment, { package: null })
  letSignOut(server)
  return server
}

export function letSignOut(server: FakeServer): void {
  server.answer(logout, () => {
    signIn(server, null)
    return { success: true as const }
  })
}

export function signIn(server: FakeServer, me: Me | null, context: WorkContext = me ? contextOf(me) : alone): void {
  if (me) server.answer(currentUser, me)
  else server.refuseWith(currentUser, refusals.signedOut())
  server.answer(userOrganization, context)
}
