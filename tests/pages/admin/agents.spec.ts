import { type AdminAgent, createAgent } from '#contract/agents/admin-agents.ts'
import { uploadImage } from '#contract/images/uploads.ts'
import { rowsOf } from '../../kit/browser/admin.ts'
import { fillIn, find, openCreate } from '../../kit/browser/admin-agents.ts'
import { adminMe, as, closeToasts, expect, expectRow, page, server, test } from '#tests/pages.ts'
import { pageOf, planner, serveAgents } from './agents.ts'
import sharp from 'sharp'

const png = sharp({ create: { width: 32, height: 18, channels: 3, background: '#0e7490' } }).png()
const kept = `/images/${'a'.repeat(43)}`

test('a public agent is created with its picture, synced and listed (S312, S426, S427, S652, S656, D148)', async () => {
  const all: AdminAgent[] = []
  await page.route(kept, async (route) => route.fulfill({ body: await png.toBuffer(), contentType: 'image/png' }))
  as(adminMe)
  serveAgents(server, () => all)
  await page.goto('/admin?tab=agents')
  const dialog = await openCreate(page)
  await fillIn(page, 'Zephyr')
  server.answer(uploadImage, { url: kept, imageData: 'data:image/webp;base64,' })
  const release = server.hold(uploadImage)
  const buffer = await png.toBuffer()
  await dialog.getByLabel('Picture of the agent').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await expect(dialog.getByText('Uploading…')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create Agent' })).toBeDisabled()
  release()
  await expectRow(page, 'S656')
  const preview = dialog.getByRole('img', { name: 'Preview' })
  await expect(preview).toHaveAttribute('src', kept)
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(32)
  expect(server.asked(uploadImage)[0]?.body.image.size).toBe(buffer.length)
  await closeToasts(page)
  server.answer(createAgent, ({ body: { name, category } }) => {
    const made: AdminAgent = { ...planner, name, category, imageUrl: kept }
    all.push(made)
    return pageOf(made)
  })
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expectRow(page, 'S652')
  await expect(dialog).toHaveCount(0)
  expect(server.asked(createAgent).map(({ body }) => body)).toEqual([
    {
      name: 'Zephyr',
      description: 'Plans the week with you',
      category: 'Systems',
      imageUrl: kept,
      elevenLabsAgentId: '',
      voiceId: '',
      systemPrompt: '',
      firstMessage: '',
      isActive: true,
      isPremium: false,
      isPrivate: false,
      price: '0.00',
      rating: 5,
    },
  ])
  await find(page, 'Zephyr')
  await expect(rowsOf(page)).toContainText(['Synced'])
})
