import type { Tx } from '../../database/sql.ts'
import { rememberContext } from '../../identity/contexts.ts'
import type { Person } from '../../identity/users.ts'
import { createMessage } from '../../messages/messages.ts'
import { addAdmin } from '../organizations.ts'
import { mayAnswerOrder } from '../policies.ts'
import { fileAgentBuilds } from './agent-builds.ts'
import { findRegistration, isSetupSecretOf, type Registration } from './orders.ts'
import { settleAdmin } from './registration.ts'

/** How the first admin of a paid organization gets in with an existing account. */

export type Answered =
  | { state: 'answered'; organizationId: number | null }
  | { state: 'registration_not_found' | 'email_unconfirmed' | 'already_answered' }

/**
 * Stores the answer of the person whose address a paid registration names (D106): they run the organization from now
 * on, or the platform's admins learn that it is not theirs. The address must be proven, because anybody can register
 * with any address.
 */
export async function answerOrder(
  tx: Tx,
  person: Person,
  { id, isMine, setupSecret }: { id: string; isMine: boolean; setupSecret: string },
  at: Date,
): Promise<Answered> {
  const registration = await findRegistration(tx, { id })
  const organizationId = registration?.organizationId
  if (!registration || !organizationId || !mayAnswerOrder(person, registration))
    return { state: 'registration_not_found' }
  if (!person.emailVerified && !isSetupSecretOf(registration, setupSecret)) return { state: 'email_unconfirmed' }
  if (!(await settleAdmin(tx, id, isMine ? 'attached' : 'refused', at))) return { state: 'already_answered' }
  if (!isMine) {
    await notifyPlatform(tx, person, registration, at)
    return { state: 'answered', organizationId: null }
  }
  await addAdmin(tx, organizationId, person.id, at)
  await rememberContext(tx, person.id, organizationId, at)
  await fileAgentBuilds(tx, registration, organizationId, person.id, at)
  return { state: 'answered', organizationId }
}

async function notifyPlatform(tx: Tx, person: Person, registration: Registration, at: Date): Promise<void> {
  const { id, organizationName, organizationId } = registration
  await createMessage(
    tx,
    person.id,
    {
      subject: `Not my organization: ${organizationName}`,
      message: `The paid organization ${organizationName} (${organizationId}, registration ${id}) lists my address as its contact, but it is not mine.`,
      messageType: 'general',
      priority: 'high',
      audience: 'admins',
      organizationId: null,
    },
    at,
  )
}
