import type { Me } from '#contract/identity/people.ts'
import type { FakeServer } from '../fake-server.ts'
import { serveAccount } from '../billing/account/account.ts'
import { serveCheckout, serveDashboard, serveMarketplace } from '../conversations/home.ts'

/** Screens behind the subscription guard, with their titles. */
export const guardedScreens = [
  ['/marketplace', 'Agent Marketplace'],
  ['/dashboard', 'Your Dashboard'],
  ['/checkout', 'Buy Credits'],
  ['/account', 'Account'],
] as const

export function serveGuardedScreens(server: FakeServer, me: Me): void {
  serveDashboard(server)
  serveMarketplace(server)
  serveCheckout(server)
  serveAccount(server, me)
}
