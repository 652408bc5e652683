import * as organizationPayment from '#contract/organizations/payment.ts'
import { centsToDollars } from '#contract/amounts.ts'
import { poolAutoPurchaseCapCents, priceLines } from '#contract/organizations/prices.ts'
import { isSetupSecretOf, type Registration } from './orders.ts'
import { maySeeOrder } from '../policies.ts'
import { isCommonPassword } from '../../identity/sign-in/common-passwords.ts'
import { findCredentials, type Person } from '../../identity/users.ts'
import { amountsOf, findPayable, openOrderPayment, type OrderStatus, readOrderStatus } from './checkout.flow.ts'
import { answerOrder } from './registration.ts'
import { setUpPassword } from './setup.flow.ts'
import { orderOpeningLimits } from '../../billing/checkout/payment-limit.ts'
import { countAttempt } from '../../kernel/limits.ts'
import { routes } from '../../kernel/serve.ts'
import type { Services } from '../../billing/services.ts'
import { setContext } from '../../kernel/session.ts'
import { readSetupSecret } from './setup-cookie.routes.ts'
import { refuse } from '../../kernel/problem.ts'

const anyId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const organizationPaymentRoutes = routes<typeof organizationPayment, Services>(organizationPayment, {
  organizationOrder: async ({ services, params, request, fail }) => {
    if (!anyId.test(params.id)) throw fail('registration_not_found')
    const registration = await findPayable(services, params.id)
    return {
      amounts: amountsOf(registration),
      order: { organizationName: registration.organizationName, lines: linesOf(registration) },
      contact: contactOf(registration, readSetupSecret(services, request)),
    }
  },

  createOrganizationPayment: async ({ services, body, request, fail }) => {
    if (!anyId.test(body.registrationId)) throw fail('registration_not_found')
    await countAttempt(services, ...orderOpeningLimits({ registrationId: body.registrationId, ip: request.ip }))
    const { registration, clientSecret } = await openOrderPayment(services, body.registrationId, body)
    return {
      clientSecret,
      amounts: amountsOf(registration),
      autoPurchase: autoPurchaseOf(registration, body.autoPurchase),
    }
  },

  registrationStatus: async ({ services, read, params, request }) => {
    const found = (await readOrderStatus(services, params.id)) ?? refuse('registration_not_found')
    const status = toStatus(found, request.person, readSetupSecret(services, request))
    const { details } = status
    if (details?.next !== 'password') return status
    // The password may have been set another way than through the page's form, such as by the mail for a forgotten
    // one.
    const admin = await findCredentials(read, found.registration.contactEmail)
    return admin?.passwordHash ? { ...status, details: { ...details, next: null } } : status
  },

  setTempPassword: async ({ services, body, request, status, fail }) => {
    if (await isCommonPassword(body.newPassword, body.email)) throw fail('common_password', { field: 'newPassword' })
    const given = { ...body, setupToken: body.setupToken, setupSecret: readSetupSecret(services, request) }
    const state = await setUpPassword(services, given, request.ip)
    if (state === 'mail_sent') status(202)
    return { status: state }
  },

  answerRegistration: async ({ services, person, params, body, at, request, write }) => {
    const setupSecret = readSetupSecret(services, request)
    const answer = { id: params.id, isMine: body.answer === 'attach', setupSecret }
    const organizationId = await write((tx) => answerOrder(tx, person, answer, at))
    if (organizationId !== null) await setContext(request, organizationId)
    return { organizationId }
  },
})

function linesOf(registration: Registration) {
  return priceLines(registration).map(({ cents, ...line }) => ({ ...line, amount: centsToDollars(cents) }))
}

/** Anybody may pay an order whose id they have, but only the browser that typed the address sees it (D104). */
function contactOf(registration: Registration, setupSecret: string) {
  const { contactName: name, contactEmail: email, form, forOrganizationId } = registration
  if (!isSetupSecretOf(registration, setupSecret)) return null
  return { name, email, form: forOrganizationId === null ? form : null, choice: registration }
}

function autoPurchaseOf(registration: Registration, chosen: boolean | undefined) {
  const { packageMinutes: minutes, voiceMinutesCents: priceCents } = registration
  return {
    enabled: chosen ?? registration.autoPurchase,
    minutes,
    price: centsToDollars(priceCents),
    monthlyCap: centsToDollars(poolAutoPurchaseCapCents(priceCents)),
  }
}

type Found = { status: OrderStatus; registration: Registration }

/** Returns where an order stands, and its details for those who may see them. */
function toStatus({ status, registration }: Found, person: Person | null, setupSecret: string) {
  const { id, organizationName, contactName, contactEmail, adminState, expiresAt } = registration
  return {
    id,
    status,
    details: maySeeOrder(registration, { person, setupSecret })
      ? {
          organizationName,
          contactName,
          contactEmail,
          amounts: amountsOf(registration),
          expiresAt,
          next: nextOf(adminState),
        }
      : null,
  }
}

function nextOf(adminState: Registration['adminState']): 'attach' | 'password' | null {
  if (adminState === 'asked') return 'attach'
  return adminState === 'created' ? 'password' : null
}
