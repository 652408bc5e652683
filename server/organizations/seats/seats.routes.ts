import { centsToDollars, dollarsToCents } from '#contract/amounts.ts'
import * as seats from '#contract/organizations/seats.ts'
import { findPayer } from '../../billing/checkout/payers.ts'
import { quoteSeats, toFigures } from './seats.ts'
import { openingLimit } from '../../billing/checkout/payment-limit.ts'
import { changeSeats } from './seats.flow.ts'
import { countAttempt } from '../../kernel/limits.ts'
import { routes } from '../../kernel/serve.ts'
import type { Services } from '../../billing/services.ts'
import { refuse } from '../../kernel/problem.ts'

export const organizationSeatRoutes = routes<typeof seats, Services>(seats, {
  seatQuote: async ({ read, member, query, at }) => {
    const quote = (await quoteSeats(read, member, query.users, at)) ?? refuse('no_subscription')
    const { card } = await findPayer(read, member.accountId)
    const cheaper = quote.cheaper && {
      users: quote.cheaper.userCount,
      monthly: centsToDollars(quote.cheaper.cents),
    }
    return { ...quote, ...toFigures(quote), userPrice: centsToDollars(quote.userCents), cheaper, card }
  },

  changeSeats: async ({ services, person, member, body }) => {
    await countAttempt(services, openingLimit(person.id))
    const shown = {
      chargeCents: dollarsToCents(body.chargeToday),
      monthlyCents: dollarsToCents(body.monthlyTotal),
    }
    const input = { userId: person.id, users: body.users, shown }
    const { quote, chargedCents } = await changeSeats(services, member, input)
    return { paidUsers: quote.paidUsers, nextUsers: quote.nextUsers, charged: centsToDollars(chargedCents) }
  },
})
