import { customerTimeline } from '#contract/admin/customers.ts'
import { expect, test, type Page } from '../../fixtures.ts'
import { adminMe } from '../../people.ts'
import { talk } from './customers.ts'
import { question, read, serveMessages } from '../messages.ts'

const free = {
  ...talk,
  id: '8e0c7a52-8f6a-4a0e-9f0a-0000000000d1',
  facts: { ...talk.facts, charged: 0, fromMonth: 0, fromPurchased: 0, freeReason: 'short' },
} as const
const older = { ...talk, id: '8e0c7a52-8f6a-4a0e-9f0a-0000000000d2' }

const explanation = (page: Page, { id }: { id: string }) =>
  page.locator(`#line-conversation-${id}`).getByText('The conversation was open for 1:02.')

test('beside a thread, the newest charge is explained from the start, and the others with one click', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  serveMessages(server, () => [read])
  server.answer(customerTimeline, { lines: [free, talk, older], next: null })
  await page.goto(`/admin?tab=communications&message=${question.id}`)
  await expect(explanation(page, talk)).toBeVisible()
  for (const line of [free, older]) await expect(explanation(page, line)).toBeHidden()
  await page.locator(`#line-conversation-${older.id}`).getByText('Explain this charge').click()
  await expect(explanation(page, older)).toBeVisible()
  await expect(explanation(page, talk)).toBeVisible()
})
