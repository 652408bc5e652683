import { countText } from '#contract/amounts.ts'
import { minuteOffers, settleChoice, type OrganizationOrder } from '#contract/organizations/prices.ts'
import type { Answer, Input } from '#contract/call.ts'
import type { createOrganizationPayment, organizationOrder } from '#contract/organizations/payment.ts'
import type { registerOrganization } from '#contract/organizations/registration.ts'
import { choiceQuery } from '../prices/choice.ts'
import { paths } from '#web/client/addresses/paths.ts'

/** The key under which both forms keep what was typed, because they share most fields. */
export const registrationInput = 'organization-registration'

interface Contact {
  organizationName: string
  contactEmail: string
  contactName: string
}

/**
 * Returns the address where a stored registration is paid: its id and up to twelve parameters, without empty ones
 * (S357, S361). The amount is the server's. Returns null when the answer does not name what to pay (S615).
 */
export function checkoutLink(
  { id, amounts }: Partial<Answer<typeof registerOrganization>>,
  choice: OrganizationOrder,
  { organizationName, contactEmail, contactName }: Contact,
): string | null {
  if (!id || !amounts || !(amounts.today > 0)) return null
  const { totalAmount: _shown, ...chosen } = choiceQuery(choice)
  return paths.organizationCheckout({
    registrationId: id,
    amount: amounts.today,
    description: describeChoice(choice),
    ...chosen,
    organizationName,
    contactEmail,
    contactName,
  })
}

/** `5 users, Growth minutes, 2 agents` */
function describeChoice(choice: OrganizationOrder): string {
  const { userCount, minutePackage, numberOfAgents } = settleChoice(choice)
  return [
    countText(userCount, 'user'),
    `${minuteOffers[minutePackage].name} minutes`,
    numberOfAgents > 0 && countText(numberOfAgents, 'agent'),
  ]
    .filter(Boolean)
    .join(', ')
}

type Ordered = Answer<typeof organizationOrder>
type AskedPayment = Input<typeof createOrganizationPayment>['body']

/**
 * Asks for the payment of an order with the figures shown, so that the server refuses any other figures instead of
 * charging them (S552, D29). A browser that did not register the order sees no contact, and sends none.
 */
export function askPayment(registrationId: string, { amounts, order, contact }: Ordered): AskedPayment {
  return {
    registrationId,
    oneTimeAmount: amounts.oneTime,
    monthlyAmount: amounts.monthly,
    description: order.lines.map(({ name }) => name).join(', '),
    customerEmail: contact?.email,
    customerName: contact?.name,
  }
}
