import type { FastifyInstance } from 'fastify'
import { centsToDollars } from '#contract/amounts.ts'
import * as registration from '#contract/registration.ts'
import { storeRegistration, type NewRegistration } from '../domain/registration.ts'
import { termsVersion } from '../flows/authentication.ts'
import { keepLogo } from '../flows/registration.ts'
import { serve, type Context } from '../serve.ts'
import type { Services } from '../services.ts'
import { readSetupSecret, setSetupCookie } from './setup-cookie.ts'

type Registering = Context<typeof registration.registerOrganization | typeof registration.registerOrganizationVariant>

export function registrationRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, registration, {
    registerOrganization: (context) => register(services, context, 'main'),
    registerOrganizationVariant: (context) => register(services, context, 'variant'),

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

async function register(services: Services, context: Registering, form: NewRegistration['form']) {
  const { body, request, reply, at, write, fail, log } = context
  const { brandedPwa, totalAmount, numberOfAgents = 0, ...given } = body
  const submitted = {
    ...given,
    form,
    numberOfAgents,
    brandedPWA: given.brandedPWA ?? brandedPwa ?? false,
    termsVersion,
  }
  const origin = { ip: request.ip, rateLimitFactor: services.config.rateLimitFactor, realAt: services.clock.real() }
  const result = await write((tx) => storeRegistration(tx, submitted, origin, at))
  if (result.state === 'limited') throw fail('too_many_registrations', result)
  const { oneTimeCents, monthlyCents, todayCents } = result.figures
  const amounts = {
    oneTime: centsToDollars(oneTimeCents),
    monthly: centsToDollars(monthlyCents),
    today: centsToDollars(todayCents),
  }
  if (totalAmount !== undefined && totalAmount !== amounts.today) {
    log.warn({ requestId: request.id, shown: totalAmount, computed: amounts.today }, 'another total was shown')
  }
  setSetupCookie(services, reply, result.setupSecret)
  return { id: result.id, amounts }
}
