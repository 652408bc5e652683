import { tagged } from '../../kit/tags.ts'
import sharp from 'sharp'
import { act, rowsOf } from '../../kit/browser/admin.ts'
import { choosePrivate, fillIn, find, openCreate } from '../../kit/browser/admin-agents.ts'
import { expectRow } from '../../kit/browser/toasts.ts'
import { closeToasts } from '../../kit/browser/watch.ts'
import { freshName, freshOrganization, marketplaceOf, openAgents } from './agents.ts'
import { platformAdmin } from './admin.ts'
import { expect, test } from '../fixtures.ts'
import { enter, sql, subscriber } from '../people.ts'

test(
  'an agent is created, found in the marketplace, deactivated, made private and deleted',
  tagged('gate S312 S426 S427 S428 S492 S494 D57 D146 D147 D148'),
  async ({ page, context }) => {
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
  },
)
