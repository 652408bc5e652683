import sharp from 'sharp'
import { checkerNoise } from '../kit/accessible.ts'
import { choosePrivate, fillIn, freshName, freshOrganization, madeBy, openAgents, openCreate } from './admin-agents.ts'
import { act, platformAdmin, rowsOf } from './admin.ts'
import { findAndChoose } from '../kit/choosing.ts'
import { breakWrites, setSwitches } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { enter } from './people.ts'
import { expectRow } from '../kit/toasts.ts'
import { closeToasts, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

test('a picture that cannot be taken is refused in the stated words (S532, S533, S534, S630, D151)', async ({
  page,
  context,
}) => {
  await enter(context, await platformAdmin())
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
    // What it is called does not help: the server looks at the bytes.
    ['b.png', 'image/png', webp],
  ] as const) {
    await upload(name, type, bytes)
    await expectRow(page, 'S533')
    await closeToasts(page)
  }
  await upload('c.png', 'image/png', (await plain.clone().png().toBuffer()).subarray(0, 60))
  await expectRow(page, 'S630', 'This image is damaged. Please select another one.')
  await expect(dialog.getByRole('img', { name: 'Preview' })).toHaveCount(0)
})

test('what fails says so, and nothing typed is lost (S631, S632, D161)', async ({ page, context }) => {
  const ada = await platformAdmin()
  const firm = await freshOrganization(ada)
  const agent = await madeBy(ada)
  await enter(context, ada)
  await openAgents(page, agent.name)
  const dialog = await openCreate(page)
  const name = freshName()
  await fillIn(page, agent.name)
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(toastOf(page)).toContainText('Failed to create agent')
  await expect(toastOf(page)).toContainText('There is an agent of this name already.')
  await expect(dialog.getByLabel('Description')).toHaveValue('Plans the week with you')
  await closeToasts(page)
  const mend = await breakWrites('agent', 'insert', ada)
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expectRow(page, 'S631')
  await closeToasts(page)
  await choosePrivate(dialog, firm.name)
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(toastOf(page)).toContainText('Failed to create private agent')
  await closeToasts(page)
  await mend()
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(toastOf(page)).toContainText('Private agent created successfully with organization access')
  await closeToasts(page)

  const mendAccess = await breakWrites('organization_agent', 'insert', ada)
  await act(page, agent.name, 'Add to Organization')
  const access = page.getByRole('dialog', { name: 'Add Agent to Organization' })
  await findAndChoose(page, 'Organization', firm.name)
  await access.getByRole('button', { name: 'Add Agent' }).click()
  await expectRow(page, 'S632')
  await mendAccess()
})

test('a provider that is away does not stop saving; the error stands there until it is told (D148)', async ({
  page,
  context,
}) => {
  const ada = await platformAdmin()
  const agent = await madeBy(ada)
  await enter(context, ada)
  await openAgents(page, agent.name)
  await expect(rowsOf(page)).toContainText(['Synced'])
  await setSwitches({ apiFault: { elevenlabs: 'error' } })
  try {
    await act(page, agent.name, 'Make Premium')
    await expect(toastOf(page)).toContainText('Agent updated successfully')
    await expect(toastOf(page)).toContainText('Not synced: The voice provider did not answer.')
    await expect(rowsOf(page)).toContainText(['Not synced'])
  } finally {
    await setSwitches({ apiFault: { elevenlabs: null } })
  }
  await closeToasts(page)
  await act(page, agent.name, 'Sync with Provider')
  await expect(toastOf(page)).toContainText('The voice provider has it.')
  await expect(rowsOf(page)).not.toContainText('Not synced')
})
