import * as z from 'zod/mini'
import { type Call, isAboutOrganization, type ProblemBody, takesFile } from '#contract/call.ts'
import type { Reply, TestClient } from './client.ts'

/** Calls with nothing in them: what answers then is the guard, or whatever comes first behind it. */

interface Nothing {
  /** The organization that the call is about; unknown unless given. */
  organizationId?: number
  headers?: Record<string, string>
}

/** Calls with unknown ids and an empty body; an organization that the path does not name is in the query. */
export function askWithNothing(client: TestClient, call: Call, nothing: Nothing = {}): Promise<Reply<ProblemBody>> {
  const { organizationId, headers } = nothing
  const path = call.path.replaceAll(/:(\w+)/g, (_param, name: string) =>
    name === 'organizationId' && organizationId ? String(organizationId) : unknownId(call, name),
  )
  const isNamed = !organizationId || call.path.includes(':organizationId')
  const address = isNamed ? path : `${path}?organizationId=${organizationId}`
  return client.request(call.method, address, call.method === 'GET' ? undefined : {}, headers)
}

/** Returns an unknown id, of the kind that the call expects there. */
function unknownId({ params }: Call, name: string): string {
  const id = crypto.randomUUID()
  const schema = params[name]
  return schema && !z.safeParse(schema, id).success ? '999999999' : id
}

/** The statuses behind the guard for unknown ids and an empty body, in the order of D16. */
export function statusesBehind(call: Call): number[] {
  if (takesFile(call)) return [415]
  const isWanting = [call.body, call.query].some((schema) => schema && !z.safeParse(schema, {}).success)
  if (isWanting) return [400]
  const declared = Object.values(call.errors).map(([status]) => status)
  const unknown = isAboutOrganization(call.who) ? call.path.replace(':organizationId', '') : call.path
  if (unknown.includes(':') && declared.includes(404)) return [404]
  return [call.status, ...declared]
}
