import { useLocation } from 'wouter'
import type * as z from 'zod/mini'
import type { Answer } from '#contract/call.ts'
import { priceOrganization, settleChoice, type OrganizationOrder } from '#contract/organizations/prices.ts'
import {
  registerOrganization,
  registerOrganizationVariant,
  registerWaitingOrganization,
  type registrationForm,
  type variantForm,
  type waitingForm,
} from '#contract/organizations/registration.ts'
import { centsToDollars } from '#contract/amounts.ts'
import { useCall } from '#web/client/api.ts'
import { checkoutLink } from '#web/screens/organizations/checkout/checkout-link.ts'
import { noteOpenOrder } from '#web/screens/organizations/open-order.ts'
import { enterOrganization } from '#web/client/organization.ts'
import { showFailure } from '#web/client/failure.ts'
import { registrationFailures, registrationSuccesses } from './toasts.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'

type Stored = Answer<typeof registerOrganization>
type Contact = Parameters<typeof checkoutLink>[2]

interface WaitingContact {
  organizationId: string
  organizationName: string
  contactEmail: string
}

/** Reports what was not stored with a registration. */
export type Loss = () => void

/** Continues after a stored registration: shows one toast, for success or for a loss, and opens the checkout. */
function useCheckout(choice: OrganizationOrder) {
  const [, navigate] = useLocation()
  return (stored: Stored, contact: Contact, onLoss: Loss | null = null) => {
    const link = checkoutLink(stored, choice, contact)
    if (link === null) return showFailure(registrationFailures.registrationLink)
    noteOpenOrder(stored.id)
    if (onLoss) onLoss()
    else showToast(registrationSuccesses.registrationSubmitted)
    navigate(link)
  }
}

/** Returns the package as the calls take it, with the total that was shown (D29). */
function orderOf(choice: OrganizationOrder) {
  const { userCount, agentType, numberOfAgents, minutePackage, brandedPWA, ongoingOptimization } = settleChoice(choice)
  const totalAmount = centsToDollars(priceOrganization(choice).todayCents)
  return { userCount, agentType, numberOfAgents, minutePackage, brandedPWA, ongoingOptimization, totalAmount }
}

/** Registers with the main form and opens the checkout (S361, S550). */
export function useRegistration(choice: OrganizationOrder) {
  const goOn = useCheckout(choice)
  const call = useCall(registerOrganization, {
    failed: registrationFailures.organizationRegistration,
    done: (stored, { body }) => goOn(stored, body as Contact),
  })
  return (contact: z.output<ReturnType<typeof registrationForm>>) =>
    call.submit({ body: { ...contact, ...orderOf(choice) } })
}

/** Orders the package of a waiting organization; the person then works in it (D130). */
export function useWaitingRegistration(choice: OrganizationOrder, contact: WaitingContact) {
  const goOn = useCheckout(choice)
  const call = useCall(registerWaitingOrganization, {
    failed: registrationFailures.organizationRegistration,
    done: async (stored, { body }) => {
      await enterOrganization()
      goOn(stored, { ...contact, contactName: body.contactName })
    },
  })
  return (given: z.output<ReturnType<typeof waitingForm>>) =>
    call.submit({ params: { organizationId: contact.organizationId }, body: { ...given, ...orderOf(choice) } })
}

/** Registers with the variant form; `keepLogo` gets the id before the checkout opens (S551, D101). */
export function useVariantRegistration(choice: OrganizationOrder, keepLogo: (id: string) => Promise<Loss | null>) {
  const goOn = useCheckout(choice)
  const call = useCall(registerOrganizationVariant, {
    failed: registrationFailures.organizationRegistration,
    done: async (stored, { body }) => {
      goOn(stored, body, stored.id ? await keepLogo(stored.id) : null)
    },
  })
  return (contact: z.output<typeof variantForm>) => call.submit({ body: { ...contact, ...orderOf(choice) } })
}
