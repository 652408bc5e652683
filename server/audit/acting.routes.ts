import type { Acting } from './acts.ts'
import type { Context } from '../kernel/serve.ts'

/** The platform admin who makes a call, for the record of it (D153). */
export function actingIn({
  person,
  request,
  at,
}: Pick<Context, 'request' | 'at'> & { person: { id: string } }): Acting {
  return { adminId: person.id, requestId: request.id, at }
}
