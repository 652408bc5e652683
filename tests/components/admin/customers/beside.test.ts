import { customerTimeline } from '#contract/admin/customers.ts'
import { talk } from '#tests/pages/admin/customers/customers.ts'
import { question, read, serveMessages } from '#tests/pages/admin/messages.ts'
import { adminMe, as, expect, it, page, server } from '#tests/components.ts'

const free = {
  ...talk,
  id: '8e0c7a52-8f6a-4a0e-9f0a-0000000000d1',
  facts: { ...talk.facts, charged: 0, fromMonth: 0, fromPurchased: 0, freeReason: 'short' },
} as const
const older = { ...talk, id: '8e0c7a52-8f6a-4a0e-9f0a-0000000000d2' }

const explanation = ({ id }: { id: string }) =>
  page.locator(`#line-conversation-${id}`).getByText('The conversation was open for 1:02.')

it('next to a thread, the newest charge is explained at once, the others after one click', async () => {
  as(adminMe)
  serveMessages(server, () => [read])
  server.answer(customerTimeline, { lines: [free, talk, older], next: null })
  await page.goto(`/admin?tab=communications&message=${question.id}`)
  await expect(explanation(talk)).toBeVisible()
  for (const line of [free, older]) await expect(explanation(line)).toBeHidden()
  await page.locator(`#line-conversation-${older.id}`).getByText('Explain this charge').click()
  await expect(explanation(older)).toBeVisible()
  await expect(explanation(talk)).toBeVisible()
})
