import type { Acting } from './acts.ts'
import type { Context } from '../kernel/serve.ts'

/** Returns the platform admin who makes a call, for the audit record (D153). */
export function actingIn({
  person,
  request,
  at,
}: Pick<Context, 'request' | 'at'> & { person: { id: string } }): Acting {
  return { adminId: person.id, requestId: request.id, at }
}
