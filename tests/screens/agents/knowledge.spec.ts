import { makePdf } from '../../kit/documents/made-pdf.ts'
import { callAs, enter, expect, page, registered, sql, tagged, test, typeMessage, url } from '#tests/screens.ts'
import { whileSpeaking } from '../conversations/voice/speaking.ts'
import * as talking from '../conversations/voice/talking.ts'
import { platformAdmin } from '../admin/admin.ts'
import { organizationWith, putInto } from '../organizations/organizations.ts'

/** What an organization's agent has read, from the file of its admin to the ear of its member. */

const agentName = 'Harbor Guide'
const answer = 'Parents take fourteen weeks of leave with full pay.'

/** Returns a handbook of 60 pages, of which page 41 speaks of parental leave. */
function handbook(): Buffer {
  const pages = Array.from({ length: 60 }, (_, place) => [
    `Chapter ${place + 1}`,
    `This part of the book is about the crane with the number ${place + 1}.`,
    'Every crane is greased on the first day of the month.',
  ])
  pages[40] = ['Parental leave', answer, 'Please speak with your manager early.']
  return makePdf(pages)
}

async function giveAgentTo(organizationId: number): Promise<string> {
  const words = { description: 'Knows the harbor.', systemPrompt: 'You help.', firstMessage: 'Welcome to the harbor.' }
  const body = { agent: { name: agentName, category: 'Operations', ...words }, organizationIds: [organizationId] }
  return (await callAs<{ id: string }>(await platformAdmin(), '/api/admin/agents/with-access', body)).id
}

/** Opens the whole text of a conversation that has just begun. */
async function openLog(on = page) {
  const dialog = on.getByRole('dialog', { name: agentName })
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  return dialog.getByRole('log', { name: 'Transcript' })
}

test.slow()

test('a member asks aloud for page 41 of a handbook and hears it', tagged('B1 B3 B5 D183'), async ({ browser }) => {
  const [owner, member] = [await registered('Olga'), await registered('Mo')]
  const firm = await organizationWith(owner)
  await putInto(firm.id, member)
  const agentId = await giveAgentTo(firm.id)
  await talking.agree(member)

  await enter(owner)
  await page.goto(`/agents/${agentId}`)
  await page.getByRole('button', { name: /^Add (a Document|Documents)$/ }).click()
  const adding = page.getByRole('dialog', { name: 'Add Documents' })
  const file = { name: 'Handbook.pdf', mimeType: 'application/pdf', buffer: handbook() }
  await adding.getByLabel('Files to upload').setInputFiles(file)
  await adding.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: 'Handbook' })
  await expect(row).toContainText('Ready', { timeout: 60_000 })

  await whileSpeaking('How long is parental leave?', async (members) => {
    await enter(member, members.context())
    await talking.startTalking(agentName, members)
    const log = await openLog(members)
    await expect(log).toContainText(/parental leave/i, { timeout: 60_000 })
    await expect(log).toContainText(answer)
    await members.getByRole('button', { name: 'End', exact: true }).click()
    await members.getByRole('button', { name: 'More', exact: true }).click()
    const said = members.getByRole('log', { name: 'Transcript' }).locator('> *').filter({ hasText: answer })
    await expect(said.last()).toContainText('Read for this answer', { timeout: 30_000 })
    await expect(said.last()).toContainText('Handbook')
  })

  await row.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Document' }).click()
  await expect(row).toHaveCount(0)
  await expect.poll(() => sql('select from agent_document where agent_id = $1', [agentId])).toEqual([])

  const again = await browser.newPage({ baseURL: url, locale: 'en-US' })
  await enter(member, again.context())
  const dialog = await talking.startListening(agentName, again)
  const log = await openLog(again)
  await typeMessage(dialog, 'How long is parental leave?')
  await expect(log).toContainText('I do not know that.')
  await expect(log).not.toContainText(answer)
})
