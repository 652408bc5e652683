import { tagged } from '../../kit/tags.ts'
import { makePdf } from '../../kit/documents/made-pdf.ts'
import { typeMessage } from '../../kit/browser/typing.ts'
import { listenOnly } from '../conversations/voice/talking.ts'
import * as talking from '../conversations/voice/talking.ts'
import { whileSpeaking } from '../conversations/voice/speaking.ts'
import { expect, type Page, test, url } from '../fixtures.ts'
import { organizationWith, putInto } from '../organizations/organizations.ts'
import { callAs, enter, makeAdmin, type Person, registered, sql } from '../people.ts'

/** What an organization's agent has read, from the file of its admin to the ear of its member. */

const agentName = 'Harbor Guide'
const answer = 'Parents take fourteen weeks of leave with full pay.'

/** Returns a handbook of 60 pages, of which page 41 speaks of parental leave. */
function handbook(): Buffer {
  const page = (place: number) => [
    `Chapter ${place}`,
    `This part of the book is about the crane with the number ${place}.`,
    'Every crane is greased on the first day of the month.',
  ]
  const pages = Array.from({ length: 60 }, (_, place) => page(place + 1))
  pages[40] = ['Parental leave', answer, 'Please speak with your manager early.']
  return makePdf(pages)
}

async function giveAgentTo(organizationId: number): Promise<string> {
  const admin = await registered('Ada')
  await makeAdmin(admin)
  const agent = { name: agentName, description: 'Knows the harbor.', category: 'Operations', systemPrompt: 'You help.' }
  const body = { agent: { ...agent, firstMessage: 'Welcome to the harbor.' }, organizationIds: [organizationId] }
  return (await callAs<{ id: string }>(admin, '/api/admin/agents/with-access', body)).id
}

async function agree(person: Person): Promise<void> {
  await callAs(person, '/api/account/voice-consent')
}

/** Opens the whole text of a conversation that has just begun. */
async function openLog(page: Page) {
  const dialog = page.getByRole('dialog', { name: agentName })
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  return dialog.getByRole('log', { name: 'Transcript' })
}

test.slow()

test(
  'a member asks aloud for page 41 of an uploaded handbook and hears it, until it is removed',
  tagged('B1 B3 B5 D183'),
  async ({ page, browser }) => {
    const [owner, member, stranger] = [await registered('Olga'), await registered('Mo'), await registered('Sam')]
    const firm = await organizationWith(owner)
    await putInto(firm.id, member)
    await organizationWith(stranger)
    const agentId = await giveAgentTo(firm.id)
    await agree(member)

    await enter(page.context(), owner)
    await page.goto(`/agents/${agentId}`)
    await page.getByRole('button', { name: /^Add (a Document|Documents)$/ }).click()
    const adding = page.getByRole('dialog', { name: 'Add Documents' })
    await adding
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'Handbook.pdf', mimeType: 'application/pdf', buffer: handbook() })
    await adding.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: 'Handbook' })
    await expect(row).toContainText('Ready', { timeout: 60_000 })

    await whileSpeaking('How long is parental leave?', async (members) => {
      await enter(members.context(), member)
      await talking.startTalking(members, agentName)
      const log = await openLog(members)
      await expect(log).toContainText(/parental leave/i, { timeout: 60_000 })
      await expect(log).toContainText(answer)
      await members.getByRole('button', { name: 'End', exact: true }).click()
      const said = members.getByRole('log', { name: 'Transcript' }).locator('> *').filter({ hasText: answer })
      await expect(said.last()).toContainText('Read for this answer', { timeout: 30_000 })
      await expect(said.last()).toContainText('Handbook')
    })

    await expectNothingFor(stranger, agentId)
    await row.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Document' }).click()
    await expect(row).toHaveCount(0)
    await expect.poll(async () => sql('select from agent_document where agent_id = $1', [agentId])).toEqual([])

    const again = await browser.newPage({ baseURL: url, locale: 'en-US' })
    await enter(again.context(), member)
    const dialog = await talking.openAgent(again, agentName)
    await listenOnly(again)
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expect(dialog.getByRole('timer')).toBeVisible()
    const log = await openLog(again)
    await typeMessage(dialog, 'How long is parental leave?')
    await expect(log).toContainText('I have no prepared answer to that.')
    await expect(log).not.toContainText(answer)
    await again.close()
  },
)

/** Looks for the handbook as a person of another organization, by every call that could show something of it. */
async function expectNothingFor(person: Person, agentId: string): Promise<void> {
  const [document] = await sql<{ id: string }>('select id from agent_document where agent_id = $1', [agentId])
  const base = `/api/agents/${agentId}`
  const calls: [method: string, path: string, body?: object][] = [
    ['GET', base],
    ['GET', `${base}/documents`],
    ['GET', `${base}/documents/${document?.id}`],
    ['PATCH', `${base}/documents/${document?.id}`, { title: 'Mine' }],
    ['DELETE', `${base}/documents/${document?.id}`],
    ['POST', `${base}/documents/search`, { question: 'How long is parental leave?' }],
    ['POST', '/api/sessions', { agentId }],
  ]
  for (const [method, path, body] of calls) {
    const headers = { cookie: person.cookie, ...(body && { 'content-type': 'application/json' }) }
    const found = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null })
    expect([method, path, found.status]).toEqual([method, path, 404])
    expect(await found.text()).not.toMatch(/fourteen|Handbook/)
  }
}
