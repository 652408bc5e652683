import type { setTempPassword } from '#contract/organizations/payment.ts'
import type { Tx } from '../../database/sql.ts'
import { countAttempt, takeAttempt } from '../../kernel/limits.ts'
import { findRegistration, isSetupSecretOf, type Registration } from './orders.ts'
import { hashPassword } from '../../identity/sign-in/password-hash.ts'
import { createPasswordToken, redeemPasswordToken } from '../../identity/sign-in/passwords.ts'
import { settleAdmin } from './registration.ts'
import { hashSecret } from '../../kernel/secrets.ts'
import { findCredentials, markEmailVerified, setFirstPassword, updateNames } from '../../identity/users.ts'
import type { Services } from '../../billing/services.ts'
import { setupMail } from '../../messages/mails/organization-billing.ts'
import { aboutOrganization } from '../../messages/mails/write-mail.ts'
import { queueMail } from '../../identity/queue-mail.ts'
import type { BodyOf } from '../../kernel/serve.ts'

/** How the first admin of a paid organization gets in with a new password; answering.ts is for existing accounts. */

export type FirstPassword = BodyOf<typeof setTempPassword> & {
  /** From the cookie of the browser that registered; '' without. */
  setupSecret: string
}

interface Waiting {
  userId: string
  email: string
  registration: Registration
}

/**
 * Sets the first password of an account that an activation has created. The proof is the browser that registered or a
 * mailed secret. Without one, a mail goes to the address if such an account waits, and the answer does not reveal
 * whether (D105).
 */
export async function setUpPassword(
  services: Services,
  given: FirstPassword,
  ip: string,
): Promise<'password_set' | 'mail_sent'> {
  await countAttempt(
    services,
    { key: `setup:${hashSecret(given.email)}:${ip}`, max: 5, windowMinutes: 60 },
    { key: `setup:ip:${ip}`, max: 20, windowMinutes: 60 },
  )
  // Before anything is looked up, so that every answer takes the same time.
  const passwordHash = await hashPassword(given.newPassword)
  return services.database.write(async (tx) => {
    const waiting = await findWaiting(tx, given.email)
    if (!waiting) return 'mail_sent'
    if (await setProven(services, tx, waiting, given, passwordHash)) return 'password_set'
    await mailSetupLink(services, tx, waiting)
    return 'mail_sent'
  })
}

/** Returns the account that an activation created for an address and that has no password yet. */
async function findWaiting(tx: Tx, email: string): Promise<Waiting | null> {
  const account = await findCredentials(tx, email)
  if (!account?.isActive || account.passwordHash !== null) return null
  const registration = await findRegistration(tx, { createdAdminEmail: email })
  return registration && { userId: account.id, email, registration }
}

async function setProven(
  services: Services,
  tx: Tx,
  { userId, email, registration }: Waiting,
  { setupToken, setupSecret, firstName, lastName }: FirstPassword,
  passwordHash: string,
): Promise<boolean> {
  const at = services.clock.now()
  const isMailed = setupToken !== undefined && (await redeemPasswordToken(tx, setupToken, 'setup', at)) === userId
  if (!isMailed && !isSetupSecretOf(registration, setupSecret)) return false
  if (!(await setFirstPassword(tx, userId, passwordHash, at))) return false
  await settleAdmin(tx, registration.id, 'attached', at)
  await updateNames(tx, userId, firstName, lastName, at)
  if (isMailed) await markEmailVerified(tx, userId, email, at)
  return true
}

/** At most three an hour for one address, because the person who types it need not be its owner. */
async function mailSetupLink(services: Services, tx: Tx, { userId, email: to, registration }: Waiting): Promise<void> {
  const limit = { key: `setup-mail:${hashSecret(to)}`, max: 3, windowMinutes: 60 }
  if ((await takeAttempt(tx, services, [limit])) !== null) return
  const site = services.siteUrl()
  const token = await createPasswordToken(tx, userId, 'setup', services.clock.now())
  const { id, organizationName } = registration
  const url = `${site}/organization-success?id=${id}&setup=${token}`
  const mail = setupMail({ to, organizationName, site }, url)
  await queueMail(tx, services, aboutOrganization(mail, registration.organizationId))
}

/** Mails the link for a first password again. Returns false when no account with this address waits for one. */
export async function resendSetupLink(services: Services, tx: Tx, email: string): Promise<boolean> {
  const waiting = await findWaiting(tx, email)
  if (waiting) await mailSetupLink(services, tx, waiting)
  return waiting !== null
}
