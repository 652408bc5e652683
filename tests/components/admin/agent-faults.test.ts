import * as calls from '#contract/agents/admin-agents.ts'
import { uploadImage } from '#contract/images/uploads.ts'
import { addAgentToOrganization } from '#contract/organizations/agents.ts'
import { acme, pageOf, planner } from '#tests/pages/admin/agents.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { act, closeToasts, expectRow, expectSent, findAndChoose, rowsOf } from '#tests/components/admin/panel.ts'
import { toastOf } from '#tests/components/admin/panel.ts'
import { choosePrivate, fillIn, find, openAgents, openCreate } from '#tests/components/admin/agents.ts'

const pictureTags = tags('S312 S426 S427 S532 S533 S534 S630 S652 S656 D148 D151')
const picture = `/images/${'a'.repeat(43)}`

beforeEach(() => as(adminMe))

it('a failure says so, and nothing typed is lost', tags('S631 S632 D161'), async () => {
  await openAgents()
  const dialog = await openCreate()
  const create = () => dialog.getByRole('button', { name: 'Create Agent' }).click()
  await fillIn(planner.name)
  server.refuse(calls.createAgent, 'name_taken', { field: 'name' })
  await create()
  await expect(toastOf()).toContainText('Failed to create agent')
  await expect(toastOf()).toContainText('An agent with this name already exists.')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(dialog.getByLabel('Description')).toHaveValue('Plans the week with you')
  await closeToasts()
  server.break(calls.createAgent)
  await dialog.getByLabel('Name', { exact: true }).fill('Zephyr')
  await create()
  await expectRow('S631')
  await closeToasts()
  await choosePrivate(dialog, acme.name)
  server.break(calls.createPrivateAgent)
  await create()
  await expect(toastOf()).toContainText('Failed to create private agent')
  await closeToasts()
  server.answer(
    calls.createPrivateAgent,
    pageOf({ ...planner, name: 'Zephyr', isPrivate: true, organizations: [acme] }),
  )
  await create()
  await expect(toastOf()).toContainText('Private agent created successfully with organization access')
  await expect(dialog).toHaveCount(0)
  await closeToasts()

  server.break(addAgentToOrganization)
  await act(planner.name, 'Add to Organization')
  const access = page.getByRole('dialog', { name: 'Add Agent to Organization' })
  await findAndChoose('Organization', acme.name)
  await access.getByRole('button', { name: 'Add Agent' }).click()
  await expectRow('S632')
  await expect(access.getByRole('combobox', { name: 'Organization' })).toContainText(acme.name)
})

it('an unreachable provider does not stop saving; its error shows until it has the change', tags('D148'), async () => {
  let agent: calls.AdminAgent = planner
  await openAgents(() => [agent])
  await expect(rowsOf()).toContainText(['Synced'])
  const syncError = 'The voice provider did not answer. Please try again.'
  server.answer(calls.changeAgent, () => {
    agent = { ...planner, isPremium: true, syncState: 'failed', syncError }
    return pageOf(agent)
  })
  await act(planner.name, 'Make Premium')
  await expect(toastOf()).toContainText('Agent updated successfully')
  await expect(toastOf()).toContainText(`Not synced: ${syncError}`)
  await expect(rowsOf()).toContainText([`Not synced${syncError}`])
  await expectSent(calls.changeAgent, { isPremium: true })
  await closeToasts()
  server.answer(calls.syncAgent, () => agent)
  await act(planner.name, 'Sync with Provider')
  await expect(toastOf()).toContainText(`Not synced${syncError}`)
  await closeToasts()
  server.answer(calls.syncAgent, () => {
    agent = { ...planner, isPremium: true }
    return agent
  })
  await act(planner.name, 'Sync with Provider')
  await expect(toastOf()).toContainText('The voice provider has the latest version.')
  await expect(rowsOf()).not.toContainText('Not synced')
})

it('an agent is created with its picture, and others are refused', pictureTags, async () => {
  const all: calls.AdminAgent[] = []
  await openAgents(() => all)
  const dialog = await openCreate()
  await fillIn('Zephyr')
  const upload = async (name: string, mimeType = 'image/png', size = 60) => {
    const input = dialog.getByLabel('Picture of the agent')
    await expect(input).toBeEnabled()
    await input.setInputFiles({ name, mimeType, buffer: Buffer.alloc(size, 1) })
  }
  await upload('a.png', 'image/png', 5_347_738)
  await expectRow('S532')
  await closeToasts()
  for (const type of ['gif', 'webp']) {
    await upload(`a.${type}`, `image/${type}`)
    await expectRow('S533')
    await closeToasts()
  }
  expect(server.asked(uploadImage)).toEqual([])
  // Its name does not help, because the server looks at the bytes.
  server.refuse(uploadImage, 'wrong_image_type', { field: 'image' })
  await upload('b.png')
  await expectRow('S533')
  await closeToasts()
  server.refuse(uploadImage, 'broken_image', { field: 'image' })
  await upload('c.png')
  await expectRow('S630', 'This image is damaged. Please select another one.')
  await closeToasts()
  const preview = dialog.getByRole('img', { name: 'Preview' })
  await expect(preview).toHaveCount(0)
  server.answer(uploadImage, { url: picture, imageData: 'data:image/webp;base64,' })
  const release = server.hold(uploadImage)
  await upload('d.png')
  await expect(dialog.getByText('Uploading…')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create Agent' })).toBeDisabled()
  release()
  await expectRow('S656')
  await expect(preview).toHaveAttribute('src', picture)
  expect(server.asked(uploadImage).at(-1)?.body.image).toMatchObject({ name: 'd.png', size: 60 })
  await closeToasts()
  server.answer(calls.createAgent, ({ body: { name, category } }) => {
    all.push({ ...planner, name, category, imageUrl: picture })
    return pageOf({ ...planner, name, category, imageUrl: picture })
  })
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expectRow('S652')
  await expect(dialog).toHaveCount(0)
  const words = { name: 'Zephyr', description: 'Plans the week with you', systemPrompt: '', firstMessage: '' }
  const access = { isActive: true, isPremium: false, isPrivate: false, price: '0.00', rating: 5 }
  const provider = { elevenLabsAgentId: '', voiceId: '' }
  await expectSent(calls.createAgent, { ...words, ...access, ...provider, category: 'Systems', imageUrl: picture })
  await find('Zephyr')
  await expect(rowsOf()).toContainText(['Synced'])
})
