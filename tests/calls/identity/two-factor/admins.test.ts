import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { unlockAgent } from '#contract/agents/agents.ts'
import { forgiveDebt } from '#contract/billing/refunds.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { isDuty } from '#contract/identity/staff.ts'
import { turnOffTwoFactor } from '#contract/identity/two-factor.ts'
import { calls } from '#contract/index.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { signIn, userRow } from '#tests/kit/identity/accounts.ts'
import { codeOf } from '#tests/kit/identity/app-codes.ts'
import { protect, protectedPerson } from '#tests/kit/identity/two-factor.ts'
import { askWithNothing } from '#tests/kit/world/behind-guards.ts'
import * as kit from '#tests/calls.ts'

const { expect, it, registered } = kit
const world = await kit.ownWorld()

async function setRequired(isRequired: boolean): Promise<void> {
  await world.sql(
    `insert into platform_setting (setting_key, setting_value, updated_at)
     values ('adminTwoFactorRequired', to_jsonb($1::boolean), now())
     on conflict (setting_key) do update set setting_value = excluded.setting_value`,
    [isRequired],
  )
}

kit.beforeEach(() => setRequired(false))

const setupRequired = { status: 403, body: { code: 'two_factor_setup_required' } }
const allowed = { status: 404, body: { code: 'debt_not_found' } }

/** Returns the answer to an admin's call that names something unknown. */
const forgive = ({ client }: kit.TestPerson) =>
  client.try(forgiveDebt, { params: { id: crypto.randomUUID() }, body: { reason: 'Test' } })

it('adminTwoFactorRequired lets the role rest until two-factor is set up (D27)', async () => {
  const [person, firm] = [await registered(world), await kit.organization(world)]
  await world.sql("update users set role = 'admin' where id = $1", [person.id])
  const { client } = person
  const overview = () => client.try(organizationOverview, { query: { organizationId: String(firm.id) } })
  const me = () => client.call(currentUser)
  expect([await forgive(person), await overview()]).toMatchObject([allowed, { status: 200 }])
  expect(await me()).toMatchObject({ role: 'admin', mustSetUpTwoFactor: false })
  await setRequired(true)

  for (const { call } of calls.filter(({ call: { who } }) => isDuty(who)))
    expect([call.path, await askWithNothing(client, call)]).toMatchObject([call.path, setupRequired])
  expect(await overview()).toMatchObject(setupRequired)
  expect(await me()).toMatchObject({ role: 'user', mustSetUpTwoFactor: true, hasAccess: false })
  const unlock = await client.try(unlockAgent, { params: { agentId: await kit.addAgent(world) } })
  expect(unlock).toMatchObject(setupRequired)

  const { secret } = await protect(world, person)
  expect([await forgive(person), await overview()]).toMatchObject([allowed, { status: 200 }])
  expect(await me()).toMatchObject({ role: 'admin', mustSetUpTwoFactor: false })

  await client.call(turnOffTwoFactor, { body: { currentPassword: kit.password, code: codeOf(secret) } })
  expect(await forgive(person)).toMatchObject(setupRequired)
  await setRequired(false)
  expect(await forgive(person)).toMatchObject(allowed)
})

it('adminTwoFactorRequired affects nobody else (D27)', async () => {
  await setRequired(true)
  const firm = await kit.organization(world)
  for (const person of [await kit.subscriber(world), await kit.member(world, firm.id), firm.owner]) {
    expect(await person.client.call(currentUser)).toMatchObject({ mustSetUpTwoFactor: false, hasAccess: true })
    expect(await forgive(person)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  }
})

/** Runs `npm run admin -- …` next to the running server. Returns what it prints. */
async function operate(...words: string[]): Promise<string> {
  const { dataDirectory, standinsUrl } = world.services.config
  const places = { DATABASE_URL: world.databaseUrl, LOG_FILE: world.logFile }
  const run = await promisify(execFile)(process.execPath, [path.resolve('server/admin.ts'), ...words], {
    env: { ...places, DATA_DIR: dataDirectory, STANDINS_URL: standinsUrl ?? '' },
  })
  return run.stdout.trim()
}

/** Returns what the security stream says that an operator did to a person. */
function operatorLines(id: string): object[] {
  const lines = fs.readFileSync(world.logFile, 'utf8').split('\n').filter(Boolean)
  return lines
    .map((line) => JSON.parse(line) as { stream?: string; userId?: string; by?: string })
    .filter(({ stream, userId, by }) => stream === 'security' && userId === id && by === 'operator')
}

it('an operator turns two-factor off, which ends sessions (D27)', async () => {
  const person = await protectedPerson(world)
  expect(await operate('two-factor-off', person.email.toUpperCase())).toContain(`${person.email} is off`)
  expect((await person.client.try(currentUser)).status).toBe(401)
  expect((await signIn(world, person)).body).toMatchObject({ id: person.id })
  const [mail] = await kit.waitForMails(world, person.email, 'Two-factor sign-in is off')
  expect(mail?.text).toContain('The password alone is enough')
  expect(await operate('two-factor-off', person.email)).toBe(`${person.email} has no two-factor sign-in.`)
  expect(operatorLines(person.id)).toMatchObject([{ event: 'two_factor_off' }])
})

it('an operator makes a new or an existing person a platform admin', async () => {
  const person = await registered(world)
  expect(await operate('create', person.email)).toBe(`${person.email} is now a platform admin.`)
  expect(await person.client.call(currentUser)).toMatchObject({ role: 'admin' })
  const [mail] = await kit.waitForMails(world, person.email, 'A staff role was given')
  expect(mail?.text).toContain(`${person.email} now has the staff role Owner. The operator (npm run admin) gave it.`)
  const email = 'first-admin@example.com'
  const secret = (await operate('create', email)).split(' ').at(-1) ?? ''
  const { body: me } = await signIn(world, { email }, secret)
  expect(me).toMatchObject({ email, role: 'admin' })
  const { id } = me as { id: string }
  const made = [{ event: 'role_changed', role: 'admin' }]
  expect([operatorLines(person.id), operatorLines(id)]).toMatchObject([made, made])
  // Nobody has accepted anything yet (D23).
  expect(await userRow(world, { id })).toMatchObject({ terms_version: null, terms_accepted_at: null })
  await expect(operate('two-factor-off', 'nobody-there@example.com')).rejects.toThrow('Nobody has the address')
  await expect(operate('toString', 'a@b.de')).rejects.toThrow('Usage: npm run admin')
})
