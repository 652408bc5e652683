import sharp from 'sharp'
import {
  type AdminAgent,
  changeAgent,
  createAgent,
  createPrivateAgent,
  syncAgent,
} from '#contract/agents/admin-agents.ts'
import { addAgentToOrganization } from '#contract/organizations/agents.ts'
import { uploadImage } from '#contract/images/uploads.ts'
import { act, rowsOf } from '../../kit/browser/admin.ts'
import { choosePrivate, fillIn, openCreate } from '../../kit/browser/admin-agents.ts'
import { findAndChoose } from '../../kit/browser/choosing.ts'
import { expectRow } from '../../kit/browser/toasts.ts'
import { closeToasts, toastOf } from '../../kit/browser/watch.ts'
import { expect, test } from '../fixtures.ts'
import { adminMe } from '../people.ts'
import { acme, openAgents, pageOf, planner, serveAgents } from './agents.ts'

test('a picture that cannot be used is refused in the stated words (S532, S533, S534, S630, D151)', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  serveAgents(server, () => [planner])
  await openAgents(page)
  const dialog = await openCreate(page)
  const plain = sharp({ create: { width: 60, height: 60, channels: 3, background: '#0e7490' } })
  const upload = async (name: string, mimeType: string, buffer: Buffer) => {
    const input = dialog.getByLabel('Picture of the agent')
    await expect(input).toBeEnabled()
    await input.setInputFiles({ name, mimeType, buffer })
  }
  await upload('a.png', 'image/png', Buffer.alloc(5_347_738))
  await expectRow(page, 'S532')
  await closeToasts(page)
  const webp = await plain.clone().webp().toBuffer()
  for (const [name, type, bytes] of [
    ['a.gif', 'image/gif', await plain.clone().gif().toBuffer()],
    ['a.webp', 'image/webp', webp],
  ] as const) {
    await upload(name, type, bytes)
    await expectRow(page, 'S533')
    await closeToasts(page)
  }
  expect(server.asked(uploadImage)).toEqual([])
  // Its name does not help, because the server looks at the bytes.
  server.refuse(uploadImage, 'wrong_image_type', { field: 'image' })
  await upload('b.png', 'image/png', webp)
  await expectRow(page, 'S533')
  await closeToasts(page)
  server.refuse(uploadImage, 'broken_image', { field: 'image' })
  await upload('c.png', 'image/png', (await plain.clone().png().toBuffer()).subarray(0, 60))
  await expectRow(page, 'S630', 'This image is damaged. Please select another one.')
  await expect(dialog.getByRole('img', { name: 'Preview' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Create Agent' })).toBeEnabled()
})

test('a failure says so, and nothing typed is lost (S631, S632, D161)', async ({ page, server, as }) => {
  as(adminMe)
  serveAgents(server, () => [planner])
  await openAgents(page)
  const dialog = await openCreate(page)
  const create = () => dialog.getByRole('button', { name: 'Create Agent' }).click()
  await fillIn(page, planner.name)
  server.refuse(createAgent, 'name_taken', { field: 'name' })
  await create()
  await expect(toastOf(page)).toContainText('Failed to create agent')
  await expect(toastOf(page)).toContainText('An agent with this name already exists.')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(dialog.getByLabel('Description')).toHaveValue('Plans the week with you')
  await closeToasts(page)
  server.break(createAgent)
  await dialog.getByLabel('Name', { exact: true }).fill('Zephyr')
  await create()
  await expectRow(page, 'S631')
  await closeToasts(page)
  await choosePrivate(dialog, acme.name)
  server.break(createPrivateAgent)
  await create()
  await expect(toastOf(page)).toContainText('Failed to create private agent')
  await closeToasts(page)
  server.answer(createPrivateAgent, pageOf({ ...planner, name: 'Zephyr', isPrivate: true, organizations: [acme] }))
  await create()
  await expect(toastOf(page)).toContainText('Private agent created successfully with organization access')
  await expect(dialog).toHaveCount(0)
  await closeToasts(page)

  server.break(addAgentToOrganization)
  await act(page, planner.name, 'Add to Organization')
  const access = page.getByRole('dialog', { name: 'Add Agent to Organization' })
  await findAndChoose(page, 'Organization', acme.name)
  await access.getByRole('button', { name: 'Add Agent' }).click()
  await expectRow(page, 'S632')
  await expect(access.getByRole('combobox', { name: 'Organization' })).toContainText(acme.name)
})

test('an unreachable provider does not stop saving; the error is shown until the provider has the change (D148)', async ({
  page,
  server,
  as,
}) => {
  let agent: AdminAgent = planner
  as(adminMe)
  serveAgents(server, () => [agent])
  await openAgents(page)
  await expect(rowsOf(page)).toContainText(['Synced'])
  const syncError = 'The voice provider did not answer. Please try again.'
  server.answer(changeAgent, () => {
    agent = { ...planner, isPremium: true, syncState: 'failed', syncError }
    return pageOf(agent)
  })
  await act(page, planner.name, 'Make Premium')
  await expect(toastOf(page)).toContainText('Agent updated successfully')
  await expect(toastOf(page)).toContainText(`Not synced: ${syncError}`)
  await expect(rowsOf(page)).toContainText([`Not synced${syncError}`])
  expect(server.asked(changeAgent).map(({ body }) => body)).toEqual([{ isPremium: true }])
  await closeToasts(page)
  server.answer(syncAgent, () => agent)
  await act(page, planner.name, 'Sync with Provider')
  await expect(toastOf(page)).toContainText(`Not synced${syncError}`)
  await closeToasts(page)
  server.answer(syncAgent, () => {
    agent = { ...planner, isPremium: true }
    return agent
  })
  await act(page, planner.name, 'Sync with Provider')
  await expect(toastOf(page)).toContainText('The voice provider has the latest version.')
  await expect(rowsOf(page)).not.toContainText('Not synced')
})
