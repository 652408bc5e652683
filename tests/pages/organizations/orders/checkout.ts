import type { Answer } from '#contract/call.ts'
import { type createOrganizationPayment, organizationOrder } from '#contract/organizations/payment.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { expect, page, server } from '#tests/pages.ts'
import type { Provider } from '../../provider.ts'

export const id = '0f000000-0000-4000-8000-000000000001'

type Opened = Answer<typeof createOrganizationPayment>
type Ordered = Answer<typeof organizationOrder>

const line = (name: string, detail: string, amount: number, isMonthly: boolean) => ({ name, detail, amount, isMonthly })

/** 5 users, Growth, one single agent and all extras, as the browser that registered sees them. */
export const ordered = {
  amounts: { oneTime: 1050, monthly: 369, today: 1419 },
  order: {
    organizationName: 'Acme & Sons',
    lines: [
      line('Single agent', '1 × $750', 750, false),
      line('Branded app setup', 'Your name, logo and colors', 300, false),
      line('Users', '5 × $2.80', 14, true),
      line('Growth minutes', '1,000 minutes for the pool', 135, true),
      line('Ongoing optimization', 'For all your agents', 200, true),
      line('Branded app maintenance', 'Hosting and updates', 20, true),
    ],
  },
  contact: {
    name: 'Olive Owner',
    email: 'olive@acme.example',
    form: 'main',
    choice: {
      userCount: 5,
      agentType: 'single',
      numberOfAgents: 1,
      minutePackage: 'growth',
      brandedPWA: true,
      ongoingOptimization: true,
    },
  },
} satisfies Ordered

/** What the checkout sends of it (S552). */
export const asked = {
  registrationId: id,
  oneTimeAmount: 1050,
  monthlyAmount: 369,
  description: 'Single agent, Branded app setup, Users, Growth minutes, Ongoing optimization, Branded app maintenance',
  customerEmail: 'olive@acme.example',
  customerName: 'Olive Owner',
}

/** Returns the payment as the server opens it at the provider. */
export async function openedAt(provider: Provider): Promise<Opened> {
  return {
    clientSecret: await provider.openPayment(141_900),
    amounts: ordered.amounts,
    autoPurchase: { enabled: true, minutes: 1000, price: 135, monthlyCap: 270 },
  }
}

export const address = `/organization-checkout?registrationId=${id}&amount=1419`

export async function open(shown: Ordered = ordered): Promise<void> {
  server.answer(organizationOrder, shown)
  await page.goto(address)
}

export const payButton = () => page.getByRole('button', { name: 'Pay $1,419.00' })

export async function pay(number = '4242 4242 4242 4242'): Promise<void> {
  await expect(payButton()).toBeEnabled()
  await fillCard(page, number)
  await payButton().click()
}
