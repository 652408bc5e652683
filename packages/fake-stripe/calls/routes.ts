import * as z from 'zod/mini'
import type Stripe from 'stripe'
import { invalidRequest, resourceMissing } from './faults.ts'
import { accepts, listOf, moments, pages, text } from './params.ts'
import type { Kind, Kinds } from '../account/objects.ts'
import type { Sandbox } from '../account/sandbox.ts'

export type Call<P> = {
  sandbox: Sandbox
  /** The `:id` of the path, or ''. */
  id: string
  params: P
  /** Called by a browser with the publishable key, so it also needs the object's client secret. */
  fromBrowser: boolean
  clientSecret: string | undefined
}

export type Route<P = unknown> = {
  method: 'DELETE' | 'GET' | 'POST'
  path: string
  params: z.core.$ZodType<P>
  /** The publishable key may call it. */
  browser?: true
  handle(call: Call<P>): object
}

/** Declares a route whose handler is typed by its parameters. */
export function route<T extends z.core.$ZodType>(
  definition: Omit<Route, 'handle' | 'params'> & { params: T; handle(call: Call<z.output<T>>): object },
): Route {
  return definition
}

/** Declares the call that reads one object. */
export function readRoute(kind: Kind, path: string): Route {
  return route({
    method: 'GET',
    path: `${path}/:id`,
    params: accepts<{ expand?: string[] }>()({}),
    handle: ({ sandbox, id }) => sandbox.need(kind, id),
  })
}

/** Filters whose names must be parameters that the SDK knows for the same call. */
type Filters<Params, F> = { [Name in keyof F]: Name extends keyof Params ? z.core.$ZodType : never }

/**
 * Declares the call that lists the objects of a kind, newest first: in pages, by when they were made, by the values
 * that they must have (`equals`), and by `others`, which `keeps` compares.
 */
export function listRoute<Params extends { created?: unknown }>() {
  return <K extends Kind, E extends Filters<Params, E>, O extends Filters<Params, O>>(list: {
    kind: K
    path: string
    equals?: E
    others?: O
    keeps?(object: Kinds[K], given: { [Name in keyof O]?: z.output<O[Name]> }): boolean
  }): Route => {
    const { equals = {}, keeps = () => true, kind, others = {}, path } = list
    const filters = Object.entries<z.core.$ZodType>({ ...equals, ...others, created: moments })
    const optional = Object.fromEntries(filters.map(([name, schema]) => [name, z.optional(schema)]))
    return route({
      method: 'GET',
      path,
      params: z.strictObject({ ...pages, ...optional, expand: z.optional(listOf(text)) }),
      handle({ params, sandbox }) {
        const given = params as Page & { created?: Moments } & { [Name in keyof O]?: z.output<O[Name]> }
        const wanted = Object.keys(equals).map((name) => [name, params[name as keyof typeof params]])
        const found = sandbox
          .listWith(kind, Object.fromEntries(wanted))
          .filter((object) => isWithin((object as { created: number }).created, given.created) && keeps(object, given))
        return pageOf(path, found, given)
      },
    })
  }
}

type Page = { limit?: number; starting_after?: string; ending_before?: string }
type Moments = number | { gt?: number; gte?: number; lt?: number; lte?: number }

/** Returns one page of a list, newest first. */
export function pageOf<T extends { id: string }>(url: string, all: T[], page: Page): Stripe.ApiList<T> {
  const limit = page.limit ?? 10
  if (limit < 1 || limit > 100) {
    throw invalidRequest('Invalid limit: must be between 1 and 100', 'parameter_invalid_integer', 'limit')
  }
  const from = page.starting_after === undefined ? 0 : placeOf(all, page.starting_after, 'starting_after') + 1
  const to = page.ending_before === undefined ? all.length : placeOf(all, page.ending_before, 'ending_before')
  const open = all.slice(from, to)
  const data = page.ending_before === undefined ? open.slice(0, limit) : open.slice(-limit)
  return { object: 'list', url, has_more: open.length > data.length, data }
}

function placeOf(all: { id: string }[], id: string, param: string): number {
  const place = all.findIndex((object) => object.id === id)
  if (place === -1) throw resourceMissing('object', id, param)
  return place
}

/** Returns whether a moment is the requested one or within the requested range. */
function isWithin(at: number, wanted: Moments | undefined): boolean {
  if (wanted === undefined) return true
  if (typeof wanted === 'number') return at === wanted
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = wanted
  return at > gt && at >= gte && at < lt && at <= lte
}
