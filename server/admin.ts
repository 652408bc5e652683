import { emailField } from '#contract/identity/fields.ts'
import { createClock } from './clock.ts'
import { type Config, readConfig } from './config.ts'
import { type Database, openDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { hashPassword } from './identity/sign-in/password-hash.ts'
import { makeSecret } from './kernel/secrets.ts'
import { findCredentials } from './identity/credentials.ts'
import { createUser, setRole } from './identity/users.ts'
import type { MailServices } from './identity/queue-mail.ts'
import { notifyOwners } from './admin/user-changes.ts'
import { takeTwoFactorOff } from './identity/two-factor/two-factor.ts'
import { createJobs, prepareJobs } from './database/jobs.ts'
import { welcome } from './newcomers.ts'
import { createLog } from './log.ts'
import { noteSecurity, type SecurityEvent } from './kernel/security-events.ts'
import { endSignInsOf } from './identity/sign-in/pending-sign-ins.ts'
import { setUpVoices } from './voice-setup.ts'

/** What an operator does to one person. Each verb returns the line that is printed. */
const verbs: Record<string, (database: Database, email: string, config: Config) => Promise<string>> = {
  create: createAdmin,
  'two-factor-off': turnTwoFactorOff,
}

/**
 * `npm run admin -- VERB EMAIL`, or `voices` with its arguments. It needs access to the server, not an admin's sign-in.
 */
async function main([verb = '', ...words]: string[]): Promise<void> {
  if (verb === 'voices') return onInstallation((database, config) => setUpVoices(database, config, words))
  const [address] = words
  const email = emailField.safeParse(address)
  const work = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!work || !email.success)
    throw new Error(`Usage: npm run admin -- ${Object.keys(verbs).join('|')} EMAIL, or voices`)
  await onInstallation((database, config) => work(database, email.data, config))
}

async function onInstallation(work: (database: Database, config: Config) => Promise<string>): Promise<void> {
  const config = readConfig()
  await migrate(config.databaseUrl, config.demo ? 'standin' : 'live')
  const database = openDatabase(config.databaseUrl)
  try {
    console.log(await work(database, config))
  } finally {
    await database.end()
  }
}

/** Makes a platform admin, or makes an existing person one. */
async function createAdmin(database: Database, email: string, config: Config): Promise<string> {
  const services = await mailServices(database, config)
  const at = services.clock.now()
  const known = await findCredentials(database.read, email)
  const password = known ? null : makeSecret().slice(0, 20)
  const passwordHash = password ? await hashPassword(password) : ''
  const userId = await database.write(async (tx) => {
    const names = { firstName: 'Platform', lastName: 'Admin', referralCode: undefined, terms: null }
    const id = known?.id ?? (await createUser(tx, welcome, { email, passwordHash, ...names, at }))
    if (!id) throw new Error('This person was just created by somebody else; try again.')
    await setRole(tx, id, { role: 'admin', staffRole: 'owner' }, at)
    await notifyOwners(tx, services, { email, staffRole: 'owner', by: 'The operator (npm run admin)' })
    return id
  })
  note(config, 'role_changed', { userId, role: 'admin' })
  return password
    ? `Platform admin ${email} was created. Password, shown only now: ${password}`
    : `${email} is now a platform admin.`
}

/** For a person who has lost their phone and recovery codes and has proved who they are in another way (D27). */
async function turnTwoFactorOff(database: Database, email: string, config: Config): Promise<string> {
  const person = await findCredentials(database.read, email)
  if (!person) throw new Error(`Nobody has the address ${email}.`)
  const services = await mailServices(database, config)
  const at = services.clock.now()
  const wasOn = await database.write(async (tx) =>
    takeTwoFactorOff(tx, services, person, { at, byOperator: true }, endSignInsOf),
  )
  if (wasOn) note(config, 'two_factor_off', { userId: person.id })
  return wasOn
    ? `Two-factor sign-in of ${email} is off, every sign-in of theirs has ended, and a mail tells them.`
    : `${email} has no two-factor sign-in.`
}

async function mailServices(database: Database, config: Config): Promise<MailServices> {
  await prepareJobs(config.databaseUrl)
  const jobs = createJobs(database, createLog('silent', null), { isHourly: false })
  return { clock: createClock(), config, jobs, siteUrl: () => config.publicUrl ?? '' }
}

/** Writes what was done by hand to the server's security log, or to standard error when there is no log file. */
function note({ logLevel, logFile }: Config, event: SecurityEvent, about: { userId: string; role?: string }): void {
  noteSecurity({ log: createLog(logLevel, logFile ?? process.stderr.fd) }, event, { ...about, by: 'operator' })
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
