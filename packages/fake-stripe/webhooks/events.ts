import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { accepts, listOf, moments, pages, text } from '../calls/params.ts'
import { isWithin, pageOf, route, type Route } from '../calls/routes.ts'

export const eventRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/events/:id',
    params: accepts<Stripe.EventRetrieveParams>()({}),
    handle: ({ sandbox, id }) => sandbox.need('event', id),
  }),
  route({
    method: 'GET',
    path: '/v1/events',
    params: accepts<Stripe.EventListParams>()({
      ...pages,
      created: z.optional(moments),
      type: z.optional(text),
      types: z.optional(listOf(text)),
    }),
    handle({ sandbox, params: { created, type, types, ...page } }) {
      const found = sandbox
        .list('event')
        .filter((event) => (type ?? event.type) === event.type && (types?.includes(event.type) ?? true))
        .filter((event) => isWithin(event.created, created))
      return pageOf('/v1/events', found, page)
    },
  }),
]
