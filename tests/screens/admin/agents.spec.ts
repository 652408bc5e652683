import sharp from 'sharp'
import { act, rowsOf } from '../../kit/browser/admin.ts'
import { choosePrivate, fillIn, find, openCreate } from '../../kit/browser/admin-agents.ts'
import { expectRow } from '../../kit/browser/toasts.ts'
import { closeToasts } from '../../kit/browser/watch.ts'
import { freshName, freshOrganization, madeBy, marketplaceOf, openAgents } from './agents.ts'
import { platformAdmin } from './admin.ts'
import { expect, test } from '../fixtures.ts'
import { callAs, enter, sql, subscriber } from '../people.ts'
import { recordedTexts, recordTexts } from '../conversations/voice/talking.ts'

test('an agent is created with its picture, found in the marketplace, deactivated and activated, made private and deleted (S312, S426, S427, S428, S492, S494, D57, D146, D147, D148)', async ({
  page,
  context,
}) => {
  const [ada, ben] = [await platformAdmin(), await subscriber('Ben')]
  const firm = await freshOrganization(ada)
  await enter(context, ada)
  await openAgents(page)
  const made = await openCreate(page)
  const name = freshName()
  const isSeen = async () => (await marketplaceOf(ben)).some((agent) => agent.name === name)
  await fillIn(page, name)
  const picture = sharp({ create: { width: 320, height: 180, channels: 3, background: '#0e7490' } })
  const image = { name: 'a.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() }
  await made.getByLabel('Picture of the agent').setInputFiles(image)
  await expectRow(page, 'S656')
  const preview = made.getByRole('img', { name: 'Preview' })
  await expect.poll(() => preview.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1024)
  await closeToasts(page)
  await made.getByRole('button', { name: 'Create Agent' }).click()
  await expectRow(page, 'S652')
  await find(page, name)
  await expect(rowsOf(page)).toContainText(['Synced'])
  const [row] = await sql('select image_url, price, rating_tenths, created_by from agent where name = $1', [name])
  expect(row).toMatchObject({ price: '0.00', rating_tenths: 50, created_by: ada.id })
  expect(await isSeen()).toBe(true)
  await closeToasts(page)
  for (const [action, seen] of [
    ['Deactivate', false],
    ['Activate', true],
  ] as const) {
    await act(page, name, action)
    await expectRow(page, 'S653')
    expect(await isSeen()).toBe(seen)
    await closeToasts(page)
  }
  await act(page, name, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Agent' })
  await choosePrivate(dialog, firm.name)
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  await expectRow(page, 'S653')
  await expect(rowsOf(page)).toContainText([`Private: ${firm.name}`])
  expect(await isSeen()).toBe(false)
  await closeToasts(page)
  await act(page, name, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Agent' }).click()
  await expectRow(page, 'S654')
  await expect(page.getByText('No agents found')).toBeVisible()
  expect(await sql('select id from agent where name = $1', [name])).toEqual([])
})

test('a test conversation needs no minutes and costs nothing (D56)', async ({ page, context }) => {
  const ada = await platformAdmin()
  const agent = await madeBy(ada, { isActive: false, firstMessage: 'Hello, what shall we plan?' })
  await enter(context, ada)
  await callAs(ada, '/api/account/voice-consent', {})
  await openAgents(page, agent.name)
  await act(page, agent.name, 'Test Conversation')
  const dialog = page.getByRole('dialog', { name: agent.name })
  // The recorded question may cut the greeting short at any moment; it counts that it was shown.
  await recordTexts(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await expect(dialog).toContainText('Free test')
  await expect.poll(async () => (await recordedTexts(page)).join('\n')).toContain('Hello, what shall we plan?')
  await dialog.getByRole('button', { name: /End/ }).click()
  await expect(dialog).toContainText('Not charged: test conversation')
  const [session] = await sql('select is_test, charged_ms::integer from voice_session where user_id = $1', [ada.id])
  expect(session).toEqual({ is_test: true, charged_ms: 0 })
})
