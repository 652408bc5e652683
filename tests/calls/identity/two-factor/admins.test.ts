import { beforeEach, describe, expect, it } from 'vitest'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { isDuty } from '#contract/identity/staff.ts'
import * as admin from '#contract/billing/refunds.ts'
import * as agents from '#contract/agents/agents.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { calls } from '#contract/index.ts'
import * as organizationDashboard from '#contract/organizations/dashboard.ts'
import * as twoFactor from '#contract/identity/two-factor.ts'
import { addAgent, ownWorld, password, registered, subscriber, type TestPerson, waitForMails } from '#tests/calls.ts'
import { member, organization } from '../../../kit/organizations/organizations.ts'
import { codeOf } from '../../../kit/identity/app-codes.ts'
import { protect } from '../../../kit/identity/two-factor.ts'

const world = await ownWorld()

beforeEach(() => setRequired(false))

async function setRequired(isRequired: boolean): Promise<void> {
  await world.sql(
    `insert into platform_setting (setting_key, setting_value, updated_at)
     values ('adminTwoFactorRequired', to_jsonb($1::boolean), now())
     on conflict (setting_key) do update set setting_value = excluded.setting_value`,
    [isRequired],
  )
}

async function platformAdmin(): Promise<TestPerson> {
  const person = await registered(world)
  await world.sql("update users set role = 'admin' where id = $1", [person.id])
  return person
}

const setupRequired = [403, 'two_factor_setup_required']

/** Returns the answer to an admin's call that names something unknown. */
async function forgive({ client }: TestPerson) {
  const input = { params: { id: crypto.randomUUID() }, body: { reason: 'Test' } }
  const { status, body } = await client.try(admin.forgiveDebt, input)
  return [status, body.code]
}

describe('setting adminTwoFactorRequired (D27)', () => {
  it('is off at first: admins act without two-factor', async () => {
    const person = await platformAdmin()
    expect(await forgive(person)).toEqual([404, 'debt_not_found'])
    expect(await person.client.call(currentUser)).toMatchObject({ role: 'admin', mustSetUpTwoFactor: false })
  })

  it('lets the role of an admin rest until two-factor is set up', async () => {
    const [person, firm] = [await platformAdmin(), await organization(world)]
    const query = { organizationId: String(firm.id) }
    expect((await person.client.try(organizationDashboard.organizationOverview, { query })).status).toBe(200)
    await setRequired(true)

    for (const { call } of calls.filter(({ call: { who } }) => isDuty(who))) {
      const path = call.path.replaceAll(/:\w+/g, () => crypto.randomUUID())
      const reply = await person.client.request<{ code: string }>(
        call.method,
        path,
        call.method === 'GET' ? undefined : {},
      )
      expect([call.path, reply.status, reply.body.code]).toEqual([call.path, ...setupRequired])
    }
    const foreign = await person.client.try(organizationDashboard.organizationOverview, { query })
    expect([foreign.status, foreign.body.code]).toEqual(setupRequired)
    expect(await person.client.call(currentUser)).toMatchObject({
      role: 'user',
      mustSetUpTwoFactor: true,
      hasAccess: false,
    })
    const unlock = await person.client.try(agents.unlockAgent, { params: { agentId: await addAgent(world) } })
    expect([unlock.status, unlock.body.code]).toEqual(setupRequired)

    const { secret } = await protect(world, person)
    expect(await forgive(person)).toEqual([404, 'debt_not_found'])
    expect((await person.client.try(organizationDashboard.organizationOverview, { query })).status).toBe(200)
    expect(await person.client.call(currentUser)).toMatchObject({ role: 'admin', mustSetUpTwoFactor: false })

    await person.client.call(twoFactor.turnOffTwoFactor, { body: { currentPassword: password, code: codeOf(secret) } })
    expect(await forgive(person)).toEqual(setupRequired)
    await setRequired(false)
    expect(await forgive(person)).toEqual([404, 'debt_not_found'])
  })

  it('affects nobody else', async () => {
    await setRequired(true)
    const firm = await organization(world)
    for (const person of [await subscriber(world), await member(world, firm.id), firm.owner]) {
      expect(await person.client.call(currentUser)).toMatchObject({ mustSetUpTwoFactor: false, hasAccess: true })
      expect(await forgive(person)).toEqual([403, 'forbidden'])
    }
  })
})

/** Runs `npm run admin -- …` next to the running server. Returns what it prints. */
async function operate(...words: string[]): Promise<string> {
  const { config } = world.services
  const run = promisify(execFile)(process.execPath, [path.resolve('server/admin.ts'), ...words], {
    env: {
      DATABASE_URL: world.databaseUrl,
      DATA_DIR: config.dataDirectory,
      STANDINS_URL: config.standinsUrl ?? '',
      LOG_FILE: world.logFile,
    },
  })
  return (await run).stdout.trim()
}

const madeAdmin = [{ event: 'role_changed', role: 'admin' }]

/** Returns what the security stream says that an operator did to a person. */
function operatorLines(id: string): unknown[] {
  const lines = fs.readFileSync(world.logFile, 'utf8').split('\n').filter(Boolean)
  return lines
    .map((line) => JSON.parse(line) as { stream?: string; userId?: string; by?: string; event: string; role?: string })
    .filter(({ stream, userId, by }) => stream === 'security' && userId === id && by === 'operator')
    .map(({ event, role }) => (role === undefined ? { event } : { event, role }))
}

describe('an operator', () => {
  it('turns two-factor off for a person who lost phone and recovery codes, which ends their sessions (D27)', async () => {
    const person = await protect(world, await registered(world))
    expect(await operate('two-factor-off', person.email.toUpperCase())).toContain(`${person.email} is off`)
    expect((await person.client.try(currentUser)).status).toBe(401)
    const login = await world.visitor().call(auth.login, { body: { email: person.email, password } })
    expect(login).toMatchObject({ id: person.id })
    const [mail] = await waitForMails(world, person.email, 'Two-factor sign-in is off')
    expect(mail?.text).toContain('The password alone is enough')
    expect(await operate('two-factor-off', person.email)).toBe(`${person.email} has no two-factor sign-in.`)
    expect(operatorLines(person.id)).toEqual([{ event: 'two_factor_off' }])
  })

  it('learns what cannot be done', async () => {
    await expect(operate('two-factor-off', 'nobody-there@example.com')).rejects.toThrow('Nobody has the address')
    for (const words of [[], ['two-factor-off'], ['toString', 'a@b.de']]) {
      await expect(operate(...words)).rejects.toThrow('Usage: npm run admin')
    }
  })

  it('makes a new or an existing person a platform admin', async () => {
    const person = await registered(world)
    expect(await operate('create', person.email)).toBe(`${person.email} is now a platform admin.`)
    expect(await person.client.call(currentUser)).toMatchObject({ role: 'admin' })
    const email = 'first-admin@example.com'
    const secret = (await operate('create', email)).split(' ').at(-1) ?? ''
    const me = await world.visitor().call(auth.login, { body: { email, password: secret } })
    expect(me).toMatchObject({ email, role: 'admin' })
    const made = await world.sql<{ id: string }>('select id from users where email = any($1)', [[person.email, email]])
    expect(made.map(({ id }) => operatorLines(id))).toEqual([madeAdmin, madeAdmin])
    // Nobody has accepted anything yet (D23).
    const terms = 'select terms_version, terms_accepted_at from users where email = $1'
    expect(await world.sql(terms, [email])).toEqual([{ terms_version: null, terms_accepted_at: null }])
  })
})
