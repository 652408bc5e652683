import type { FastifyInstance } from 'fastify'
import { centsToDollars } from '#contract/amounts.ts'
import type { OrganizationOffer } from '#contract/organizations/prices.ts'
import * as registration from '#contract/organizations/registration.ts'
import { hasAccess } from '../../identity/access.ts'
import type { NewRegistration } from './registration.ts'
import { termsVersion } from '../../identity/terms.ts'
import { keepLogo, register, registerWaiting } from './registration.flow.ts'
import { serve, type Context } from '../../kernel/serve.ts'
import type { Services } from '../../billing/services.ts'
import { setContext } from '../../kernel/session.ts'
import { readSetupSecret, setSetupCookie } from './setup-cookie.routes.ts'
import { orUnavailable } from '../../billing/unavailable.routes.ts'

type Registering = Context<typeof registration.registerOrganization | typeof registration.registerOrganizationVariant>

export function registrationRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, registration, {
    registerOrganization: (context) => answerRegistering(services, context, 'main'),
    registerOrganizationVariant: (context) => answerRegistering(services, context, 'variant'),

    registerWaitingOrganization: async ({ person, membership, member, body, at, request, reply, fail }) => {
      const submitted = {
        ...orderOf(body),
        form: 'main' as const,
        organizationName: member.name,
        contactEmail: person.email,
        website: '',
        primaryColor: member.primaryColor,
        welcomeMessage: '',
        forOrganizationId: member.organizationId,
      }
      const stored = registerWaiting(services, person.id, submitted, request.ip)
      const result = await orUnavailable(stored, () => fail('payment_unavailable'))
      if (result.state === 'limited') throw fail('too_many_registrations', result)
      if (result.state === 'not_waiting') throw fail('not_waiting')
      // A person who has access in their context stays in it, because nothing is paid yet (D180).
      if (person.role !== 'admin' && !hasAccess(person, membership, at))
        await setContext(request, member.organizationId)
      setSetupCookie(services, reply, result.setupSecret)
      return { id: result.id, amounts: amountsOf(result.offer) }
    },

    uploadRegistrationLogo: async ({ params, body, request, fail }) => {
      const owner = { id: params.id, setupSecret: readSetupSecret(services, request), ip: request.ip }
      const result = await keepLogo(services, owner, Buffer.from(await body.image.arrayBuffer()))
      if (result.state === 'unknown') throw fail('registration_not_found')
      if (result.state === 'limited') throw fail('too_many_attempts', result)
      if (result.state !== 'kept') throw fail(result.state, { field: 'image' })
      return { success: true }
    },
  })
}

async function answerRegistering(services: Services, context: Registering, form: NewRegistration['form']) {
  const { body, request, reply, fail, log } = context
  const { totalAmount } = body
  const submitted = { ...orderOf(body), form }
  const origin = { formerSecret: readSetupSecret(services, request), ip: request.ip }
  const result = await orUnavailable(register(services, submitted, origin), () => fail('payment_unavailable'))
  if (result.state === 'already_paid') throw fail('already_paid')
  if (result.state === 'limited') throw fail('too_many_registrations', result)
  const amounts = amountsOf(result.offer)
  if (totalAmount !== undefined && totalAmount !== amounts.today) {
    log.warn({ requestId: request.id, shown: totalAmount, computed: amounts.today }, 'another total was shown')
  }
  setSetupCookie(services, reply, result.setupSecret)
  return { id: result.id, amounts }
}

interface Spelled {
  brandedPWA?: boolean | undefined
  brandedPwa?: boolean | undefined
  numberOfAgents?: number | undefined
  totalAmount?: number | undefined
}

/** Returns what was chosen, in one spelling (D100), under today's terms. */
function orderOf<Body extends Spelled>({
  brandedPWA,
  brandedPwa,
  totalAmount: _shown,
  numberOfAgents,
  ...given
}: Body) {
  return { ...given, numberOfAgents: numberOfAgents ?? 0, brandedPWA: brandedPWA ?? brandedPwa ?? false, termsVersion }
}

function amountsOf({ oneTimeCents, monthlyCents }: OrganizationOffer) {
  return {
    oneTime: centsToDollars(oneTimeCents),
    monthly: centsToDollars(monthlyCents),
    today: centsToDollars(oneTimeCents + monthlyCents),
  }
}
