import { emailField } from '#contract/identity/fields.ts'
import { createClock } from './clock.ts'
import { type Config, readConfig } from './config.ts'
import { type Database, openDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { hashPassword } from './identity/sign-in/password-hash.ts'
import { makeSecret } from './kernel/secrets.ts'
import { findCredentials, createUser, setRole } from './identity/users.ts'
import type { MailServices } from './identity/queue-mail.ts'
import { notifyOwners } from './admin/user-changes.ts'
import { takeTwoFactorOff } from './identity/two-factor/two-factor.ts'
import { createJobs, prepareJobs } from './database/jobs.ts'
import { welcome } from './newcomers.ts'
import { createLog } from './log.ts'
import { noteSecurity, type SecurityEvent } from './kernel/security-events.ts'
import { endSignInsOf } from './identity/sign-in/pending-sign-ins.ts'
import { voiceKey } from '#contract/agents/agent-fields.ts'
import { addVoice, hasVoice, judgeVoice, listVoices, setProviderVoice } from './agents/voices/voices.ts'
import { usesLiveVoices } from './agents/voices/voices.flow.ts'
import { createVoiceProvider } from './voice-provider/elevenlabs/elevenlabs.ts'

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

const usage = `Usage: npm run admin -- voices                                 lists our voices and those of the account
       npm run admin -- voices VOICE ACCOUNT-ID                says what a voice of ours is there
       npm run admin -- voices VOICE ACCOUNT-ID en,de A NAME   the same, of a new one`

/** Carries out an operator's command on the list of voices (D186). Returns what is printed. */
async function setUpVoices(database: Database, config: Config, words: string[]): Promise<string> {
  const [id = '', providerVoiceId = '', languages = '', ...name] = words
  if (id === '') return describeVoices(database, config)
  if (!voiceKey.safeParse(id).success || !/^[\w-]{1,100}$/.test(providerVoiceId)) throw new Error(usage)
  const at = createClock().now()
  const found = await createVoiceProvider(config.voice).readVoice(providerVoiceId)
  const { state, reason } = judgeVoice(found, at)
  if (state === 'gone') throw new Error(`${providerVoiceId} is not taken. ${reason}`)
  const isKnown = await hasVoice(database.read, id)
  if (!isKnown && (!/^[a-z]{2}(,[a-z]{2})*$/.test(languages) || name.length === 0)) throw new Error(usage)
  await database.write(async (tx) => {
    if (!isKnown) await addVoice(tx, { id, name: name.join(' '), languages: languages.split(',') }, at)
    await setProviderVoice(tx, id, providerVoiceId, usesLiveVoices({ config }))
  })
  const told = `${id} is now ${found?.name} (${providerVoiceId}). Agents are told within the hour, and before they talk.`
  return reason ? `${told}\nWarning: ${reason}` : told
}

async function describeVoices(database: Database, config: Config): Promise<string> {
  const ours = await listVoices(database.read, usesLiveVoices({ config }))
  const account = await createVoiceProvider(config.voice).listVoices()
  return [
    'Our voices, what they are there, and how many agents speak with them:',
    ...ours.map(({ id, providerVoiceId, state, agentCount, isFallback }) =>
      [`  ${id}${isFallback ? ' (fallback)' : ''}`, providerVoiceId ?? '-', state, agentCount].join('  '),
    ),
    'Voices of the account:',
    ...account.map((voice) => {
      const warning = voice.isPremade ? 'premade: ends on 2026-12-31' : voice.category
      return [`  ${voice.id}`, voice.name, warning, voice.labels].join('  ')
    }),
  ].join('\n')
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
