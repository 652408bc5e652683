import type { Browser, Locator } from '@playwright/test'
import sharp from 'sharp'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/index.ts'
import { choosePrivate, fillIn, find, openCreate } from '../../kit/browser/admin-agents.ts'
import { freshName, openAgents } from './agents.ts'
import { act, deactivate, rowsOf } from '../../kit/browser/admin.ts'
import { findUser, platformAdmin } from './admin.ts'
import { brandedFirm } from '../organizations/app/branded-apps.ts'
import { expect, test, url, type Page } from '../fixtures.ts'
import { organizationWith, putInto } from '../organizations/organizations.ts'
import { callAs, enter, type Person, registered, signIn, sql, subscriber } from '../people.ts'
import { conversationsOf } from '../conversations/voice/talkers.ts'
import { ofType, recordSockets, startTalking } from '../conversations/voice/talking.ts'
import { expectRow } from '../../kit/browser/toasts.ts'
import { closeToasts, toastOf } from '../../kit/browser/watch.ts'
import { typeMessage } from '../../kit/browser/typing.ts'

/** What a platform admin does reaches people at once, each with a browser of their own. */

const greeting = 'Welcome to the harbor desk. What do you need?'
const [byNine, byTen] = ['The ferry leaves at nine from pier four.', 'The ferry leaves at ten from pier seven.']
const promptThat = (answer: string) => `You know the harbor.\n\n## Sample answers\n- [ferry, boat]: ${answer}`

test.slow()

test('only members find a private agent with a picture and talk to it; its new prompt is what the next conversation says; a person deactivated during a conversation pays to that second and is signed out (S427, S492, S655, D14, D53, D125, D142)', async ({
  page,
  context,
  browser,
}) => {
  const [ada, olga, mia] = [await platformAdmin(), await registered('Olga'), await registered('Mia')]
  const firm = { ...(await brandedFirm(olga)), name: `Harbor of ${freshName()}` }
  await sql('update organization set name = $2 where id = $1', [firm.id, firm.name])
  await putInto(firm.id, mia)
  await callAs(mia, '/api/account/voice-consent', {})
  await enter(context, ada)
  const name = freshName()
  const agentId = await createPrivate(page, name, firm.name)

  const miasPage = await openBrowser(browser, mia)
  await miasPage.goto(`/marketplace?q=${encodeURIComponent(name)}`)
  const picture = miasPage.getByRole('article', { name }).locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1024)
  const sockets = recordSockets(miasPage)
  const first = await startTalking(miasPage, name)
  await askAboutFerry(first, byNine)
  // The question may cut its display short.
  const [said] = ofType(sockets[0]?.received ?? [], 'agent_response')
  expect(said?.body).toMatchObject({ agent_response_event: { agent_response: greeting } })
  await first.getByRole('button', { name: 'End', exact: true }).click()
  await expect(first).toContainText('Session saved')

  await expectSeenByMembersAlone({ id: agentId, name }, mia, firm)
  await expectNotFoundInBrowser(browser, agentId, name)

  await changePrompt(page, name)
  const second = await startTalking(miasPage, name)
  await askAboutFerry(second, byTen)
  await expect(second.getByRole('log')).not.toContainText(byNine)

  // Longer than the ten free seconds.
  await expect(second.getByRole('timer')).toHaveText(/0:1[2-9]|0:[2-5]\d/, { timeout: 30_000 })
  await page.getByRole('tab', { name: 'Users' }).click()
  await findUser(page, mia)
  // Both toasts come at about the same time, and neither waits for the other to be read.
  const shutOut = async () => {
    await deactivate(page, 'Mia Reed')
    await expect(toastOf(page)).toContainText('User status updated successfully')
  }
  await Promise.all([expectRow(miasPage, 'S267'), shutOut()])
  await expectSignedOut(miasPage, mia)
  await expectChargedTo(mia, firm.accountId)
})

/** Fills in the dialog with everything that distinguishes the agent. Returns its id. */
async function createPrivate(page: Page, name: string, organizationName: string): Promise<string> {
  await openAgents(page)
  const dialog = await openCreate(page)
  await fillIn(page, name)
  const plain = sharp({ create: { width: 320, height: 180, channels: 3, background: '#0e7490' } })
  const image = { name: 'a.png', mimeType: 'image/png', buffer: await plain.png().toBuffer() }
  await dialog.getByLabel('Picture of the agent').setInputFiles(image)
  await expectRow(page, 'S656')
  await closeToasts(page)
  await dialog.getByLabel('System prompt').fill(promptThat(byNine))
  await dialog.getByLabel('First message').fill(greeting)
  await choosePrivate(dialog, organizationName)
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expectRow(page, 'S655')
  const [row] = await sql<{ id: string }>('select id from agent where name = $1', [name])
  return row?.id ?? ''
}

async function changePrompt(page: Page, name: string): Promise<void> {
  await closeToasts(page)
  await find(page, name)
  await act(page, name, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Agent' })
  await dialog.getByLabel('System prompt').fill(promptThat(byTen))
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  await expectRow(page, 'S653')
  await expect(dialog).toHaveCount(0)
  await expect(rowsOf(page)).toContainText(['Synced'])
  await closeToasts(page)
}

async function openBrowser(browser: Browser, person: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US', permissions: ['microphone'] })
  await enter(context, person)
  return context.newPage()
}

/** Types a question and reads the answer that the prompt has for it. */
async function askAboutFerry(dialog: Locator, answer: string): Promise<void> {
  // No speech interrupts the question or the answer.
  await dialog.getByRole('button', { name: 'Mute', exact: true }).click()
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  await typeMessage(dialog, 'When does the ferry leave?')
  const log = dialog.getByRole('log', { name: 'Transcript' })
  await expect(log).toContainText('When does the ferry leave?')
  await expect(log).toContainText(answer)
}

interface Ids {
  agentId: string
  agentName: string
  firmId: number
  slug: string
  /** The organization that the caller runs. */
  ownId: number | null
}

/** Returns every read of the contract, with all that its address can name, such as this agent and both firms. */
function readings({ agentId, agentName, firmId, slug, ownId }: Ids): string[] {
  const organizations = [firmId, ...(ownId === null ? [] : [ownId])]
  const search = `search=${encodeURIComponent(agentName)}&agentId=${agentId}`
  return calls
    .filter(({ call }) => call.method === 'GET')
    .flatMap(({ call: { path } }: { call: Call }) =>
      organizations.map((organizationId) => {
        const filled = path
          .replace(':organizationId', String(organizationId))
          .replace(':slug', slug)
          .replaceAll(/:\w+/g, agentId)
        return `${filled}?${search}&organizationId=${organizationId}`
      }),
    )
}

/** Returns the addresses whose answer to one person names the agent. */
async function whereSeen(person: Person | null, ids: Ids): Promise<string[]> {
  const headers: Record<string, string> = person ? { cookie: person.cookie } : {}
  const seen: string[] = []
  for (const address of readings(ids)) {
    const text = await (await fetch(url + address, { headers })).text()
    // A refusal may repeat the request, so the agent's own words count as well.
    if (new RegExp(`"id":"${ids.agentId}"|"agentId":"${ids.agentId}"|${ids.agentName}|harbor desk`).test(text)) {
      seen.push(address.split('?')[0] ?? '')
    }
  }
  return seen
}

/** Checks every call of the contract that reads, and those that would use the agent (D53, D125). */
async function expectSeenByMembersAlone(
  { id: agentId, name: agentName }: { id: string; name: string },
  member: Person,
  { id: firmId, slug }: { id: number; slug: string },
): Promise<void> {
  const about = { agentId, agentName, firmId, slug, ownId: null }
  expect(await whereSeen(member, about)).toEqual(
    expect.arrayContaining(['/api/agents', `/api/agents/${agentId}`, '/api/organization/agents']),
  )
  const [payer, otto] = [await subscriber('Bea'), await subscriber('Otto')]
  const own = await organizationWith(otto)
  const inOther = await registered('Ines')
  await putInto(own.id, inOther)
  for (const [person, ownId] of [
    [null, null],
    [payer, null],
    [inOther, own.id],
    [otto, own.id],
  ] as const) {
    expect(await whereSeen(person, { ...about, ownId })).toEqual([])
  }
  for (const person of [payer, otto, inOther]) await callAs(person, '/api/account/voice-consent', {})
  const uses: [Person, method: string, path: string, body: unknown, status: number][] = [
    [payer, 'POST', '/api/sessions', { agentId }, 404],
    [otto, 'POST', '/api/sessions', { agentId }, 404],
    [inOther, 'POST', '/api/sessions', { agentId }, 404],
    [payer, 'POST', `/api/user/unlock-agent/${agentId}`, {}, 404],
    [payer, 'PUT', `/api/user/ratings/${agentId}`, { stars: 5 }, 404],
    [otto, 'POST', `/api/organizations/${own.id}/agents`, { agentId, accessLevel: 'standard' }, 404],
    [otto, 'POST', `/api/organization/agents/bulk?organizationId=${own.id}`, { agentIds: [agentId] }, 404],
    [otto, 'POST', `/api/admin/agents/${agentId}/test`, {}, 403],
  ]
  for (const [person, method, path, body, status] of uses) {
    const headers = { cookie: person.cookie, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    const text = await answer.text()
    expect([path, answer.status]).toEqual([path, status])
    expect(text).not.toContain(agentName)
  }
}

async function expectNotFoundInBrowser(browser: Browser, agentId: string, name: string): Promise<void> {
  const page = await openBrowser(browser, await subscriber('Zoe'))
  await page.goto(`/marketplace?q=${encodeURIComponent(name)}`)
  await expect(page.getByText('No agents found')).toBeVisible()
  await page.goto(`/agents/${agentId}`)
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText(name)
  await expect(page.getByText('This agent does not exist')).toBeVisible()
  await page.context().close()
}

/** Checks that the conversation and the session are over, and that the next sign-in says why (D1, D14). */
async function expectSignedOut(page: Page, person: Person): Promise<void> {
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await closeToasts(page)
  await signIn(page, person.email)
  await expectRow(page, 'S250', 'This account is deactivated. Contact support.')
}

/** Checks that the pool paid from the first second to the one in which the admin acted (D14, D71). */
async function expectChargedTo(person: Person, poolId: string): Promise<void> {
  await expect.poll(async () => (await conversationsOf(person))[0]?.status).toBe('completed')
  const [row] = await sql<{ used: number; charged: number; reason: string; before: number; after: number }>(
    `select used_ms::int as used, charged_ms::int as charged, end_reason as reason,
       (extract(epoch from act.at - connected_at) * 1000)::int as before,
       (extract(epoch from ended_at - connected_at) * 1000)::int as after
     from voice_session
     join admin_act as act on act.target_id = user_id::text and act.action = 'user.status'
     where user_id = $1 order by created_at desc limit 1`,
    [person.id],
  )
  if (!row) throw new Error('no conversation')
  expect(row.reason).toBe('access')
  expect(row.charged).toBe(Math.floor(row.used / 1000) * 1000)
  // Two clocks measure it.
  expect(row.used).toBeGreaterThanOrEqual(row.before - 1000)
  expect(row.used).toBeLessThanOrEqual(row.after + 1000)
  const [entry] = await sql<{ amount: number }>(
    `select amount_ms::int as amount from entry join voice_session on voice_session.id::text = entry.ref
     where voice_session.user_id = $1 and voice_session.end_reason = 'access' and entry.account_id = $2`,
    [person.id, poolId],
  )
  expect(entry?.amount).toBe(-row.charged)
}
