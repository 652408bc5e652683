import { organizationOrder } from '#contract/organizations/payment.ts'
import type { FakeServer } from '../../fake-server.ts'

export const registrationId = '0d4c7f8e-0003-4a61-8f0e-6f2f3b1c0003'

/** Keeps the checkout after a registration loading. */
export function keepCheckoutLoading(server: FakeServer): void {
  server.cut(organizationOrder)
  server.hold(organizationOrder)
}
