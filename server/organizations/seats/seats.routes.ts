import type { FastifyInstance } from 'fastify'
import { centsToDollars, dollarsToCents, formatCount } from '#contract/amounts.ts'
import * as seats from '#contract/organizations/seats.ts'
import { findPayer } from '../../billing/checkout/payers.ts'
import { quoteSeats, type SeatQuote } from './seats.ts'
import { openingLimit } from '../../billing/checkout/payment-limit.ts'
import { changeSeats } from './seats.flow.ts'
import { countAttempt } from '../../kernel/limits.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../../billing/services.ts'

const confirmText = 'Your bank wants you to confirm this payment. Nothing was charged, and your seats did not change.'

export function organizationSeatRoutes(app: FastifyInstance, services: Services): void {
  const { read } = services.database
  serve(app, services, seats, {
    seatQuote: async ({ member, query, at, fail }) => {
      const quote = await quoteSeats(read, member, query.users, at)
      if (!quote) throw fail('no_subscription')
      const { card } = await findPayer(read, member.accountId)
      const cheaper = quote.cheaper && {
        users: quote.cheaper.userCount,
        monthly: centsToDollars(quote.cheaper.cents),
      }
      return { ...quote, ...toFigures(quote), userPrice: centsToDollars(quote.userCents), cheaper, card }
    },

    changeSeats: async ({ person, member, body, fail }) => {
      await countAttempt(services, openingLimit(person.id))
      const shown = {
        chargeCents: dollarsToCents(body.chargeToday),
        monthlyCents: dollarsToCents(body.monthlyTotal),
      }
      const input = { userId: person.id, users: body.users, shown }
      const result = await changeSeats(services, member, input)
      switch (result.state) {
        case 'changed': {
          const { paidUsers, nextUsers } = result.quote
          return { paidUsers, nextUsers, charged: centsToDollars(result.chargedCents) }
        }
        case 'price_changed':
          throw fail('price_changed', { details: toFigures(result.quote) })
        case 'seats_in_use': {
          const { minUsers } = result.quote
          const message = `${formatCount(minUsers)} seats are taken by members and open invitations.`
          throw fail('seats_in_use', { field: 'users', message, details: { minUsers } })
        }
        case 'card_declined': {
          const { clientSecret, needsConfirmation } = result
          throw fail('card_declined', {
            details: { clientSecret },
            ...(needsConfirmation ? { message: confirmText } : {}),
          })
        }
        default:
          throw fail(result.state)
      }
    },
  })
}

function toFigures({ chargeCents, monthlyCents }: SeatQuote) {
  return { chargeToday: centsToDollars(chargeCents), monthlyTotal: centsToDollars(monthlyCents) }
}
