import type { FastifyInstance } from 'fastify'
import { centsToDollars } from '#contract/amounts.ts'
import * as contract from '#contract/organizations/subscription.ts'
import { isCanceledByAdmin } from '../state.ts'
import { findPayer } from '../../billing/checkout/payers.ts'
import { openReactivation } from './reactivation.flow.ts'
import { openOverduePayment } from '../../billing/subscriptions/overdue.flow.ts'
import { openingLimit } from '../../billing/checkout/payment-limit.ts'
import { setSubscriptionEnd } from '../../billing/subscriptions/subscription-end.flow.ts'
import { countAttempt } from '../../kernel/limits.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../../billing/services.ts'
import { toEnd } from '../../billing/subscriptions/subscription.routes.ts'

export function organizationSubscriptionRoutes(app: FastifyInstance, services: Services): void {
  /** Returns an opened payment with the card saved for the pool. */
  async function toOpened(accountId: string, opened: { clientSecret: string; amountCents: number }) {
    const { card } = await findPayer(services.database.read, accountId)
    const { clientSecret, amountCents } = opened
    return {
      clientSecret,
      amount: centsToDollars(amountCents),
      card,
      paymentMethodId: card?.paymentMethodId ?? null,
    }
  }

  serve(app, services, contract, {
    cancelOrganizationSubscription: async ({ person, member, fail }) => {
      const state = await setSubscriptionEnd(services, member.accountId, true, person.id)
      if (!state) throw fail('no_subscription')
      return toEnd(state)
    },

    resumeOrganizationSubscription: async ({ person, member, fail }) => {
      // It would be charged for what its people may not use (D149).
      if (await isCanceledByAdmin(services.database.read, member.accountId)) throw fail('switched_off')
      const state = await setSubscriptionEnd(services, member.accountId, false, person.id)
      if (!state) throw fail('no_subscription')
      return toEnd(state)
    },

    payOrganizationOverdue: async ({ person, member, fail }) => {
      await countAttempt(services, openingLimit(person.id))
      const { accountId } = member
      const invoice = await openOverduePayment(services, { accountId, userId: person.id })
      if (!invoice) throw fail('nothing_overdue')
      return toOpened(accountId, invoice)
    },

    reactivateOrganization: async ({ person, member, fail }) => {
      await countAttempt(services, openingLimit(person.id))
      const result = await openReactivation(services, member, person.id)
      if (result.state === 'already_subscribed') throw fail('already_active')
      if (result.state !== 'open') throw fail(result.state)
      return toOpened(member.accountId, result)
    },
  })
}
