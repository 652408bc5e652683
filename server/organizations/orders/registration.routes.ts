import * as registration from '#contract/organizations/registration.ts'
import { hasAccess } from '../../identity/access.ts'
import type { NewRegistration } from './registration.ts'
import { termsVersion } from '../../identity/terms.ts'
import { amountsOf } from './checkout.flow.ts'
import { keepLogo, register, registerWaiting } from './registration.flow.ts'
import { routes, type Context } from '../../kernel/serve.ts'
import type { Services } from '../../billing/services.ts'
import { setContext } from '../../kernel/session.ts'
import { readSetupSecret, setSetupCookie } from './setup-cookie.routes.ts'

type Registering = Context<typeof registration.registerOrganization | typeof registration.registerOrganizationVariant>

export const registrationRoutes = routes<typeof registration, Services>(registration, {
  registerOrganization: (context) => answerRegistering(context.services, context, 'main'),
  registerOrganizationVariant: (context) => answerRegistering(context.services, context, 'variant'),

  registerWaitingOrganization: async ({ services, person, membership, member, body, at, request, reply }) => {
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
    const stored = await registerWaiting(services, person.id, submitted, request.ip)
    // A person who has access in their context stays in it, because nothing is paid yet (D180).
    if (person.role !== 'admin' && !hasAccess(person, membership, at)) await setContext(request, member.organizationId)
    setSetupCookie(services, reply, stored.setupSecret)
    return { id: stored.id, amounts: amountsOf(stored.offer) }
  },

  uploadRegistrationLogo: async ({ services, params, body, request }) => {
    const owner = { id: params.id, setupSecret: readSetupSecret(services, request), ip: request.ip }
    await keepLogo(services, owner, Buffer.from(await body.image.arrayBuffer()))
  },
})

async function answerRegistering(services: Services, context: Registering, form: NewRegistration['form']) {
  const { body, request, reply, log } = context
  const { totalAmount } = body
  const submitted = { ...orderOf(body), form }
  const origin = { formerSecret: readSetupSecret(services, request), ip: request.ip }
  const result = await register(services, submitted, origin)
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
