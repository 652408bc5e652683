import type Stripe from 'stripe'
import { createMethod, methodData } from './payment-methods.ts'
import { accepts } from '../calls/params.ts'
import { route, type Route } from '../calls/routes.ts'
import { newId } from '../account/sandbox.ts'

/** One-time tokens of a typed card, as `stripe.createToken` requests them; nothing else in the sandbox accepts one. */
export const tokenRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/tokens',
    browser: true,
    params: accepts<Stripe.TokenCreateParams>()({ card: methodData.card }),
    handle({ sandbox, params }) {
      const method = createMethod(sandbox, params)
      const { brand, country, exp_month, exp_year, funding, last4 } = method.card!
      return {
        id: newId('tok'),
        object: 'token',
        card: { id: newId('card'), object: 'card', brand, country, exp_month, exp_year, funding, last4 },
        client_ip: null,
        created: sandbox.now(),
        livemode: false,
        type: 'card',
        used: false,
      }
    },
  }),
]
