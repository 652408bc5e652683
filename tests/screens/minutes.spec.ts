import { expect, test } from './fixtures.ts'
import { addPastSession } from './past-sessions.ts'
import { enter, makeAdmin, registered, sql, subscriber } from './people.ts'
import { hold } from '../kit/watch.ts'

test('the statement names each change with its cause and leads to it (D31, D43, D71)', async ({ page, context }) => {
  const person = await subscriber()
  const id = await addPastSession(person, { agent: 'Mindset Coach', seconds: 90 })
  await addPastSession(person, { agent: 'Hiring Partner', seconds: 9 })
  await enter(context, person)
  const release = await hold(page, '**/api/account/minutes**')
  await page.goto('/dashboard')
  await page.getByRole('main').getByRole('link', { name: 'Where your minutes went' }).click()
  await expect(page).toHaveURL('/account/minutes')
  await expect(page.getByText('Loading your minutes…')).toBeAttached()
  await release()
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(5)
  await expect(rows.nth(1)).toContainText('Conversation with Hiring Partner')
  await expect(rows.nth(1)).toContainText('Not charged: under 10 seconds')
  await expect(rows.nth(2).getByRole('cell')).toHaveText([
    /2026|20\d\d/,
    'Conversation with Mindset Coach',
    '150',
    '−1.50',
    /148\.50$/,
  ])
  const paid = rows.filter({ hasText: 'Receipt L-' })
  await expect(paid).toHaveCount(2)
  await rows.nth(2).getByRole('link').click()
  await expect(page).toHaveURL(`/dashboard/sessions/${id}`)
  await page.goBack()
  await paid.filter({ hasText: 'Uplift package' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Receipt L-/)
})

test('it comes in pages of 25, and a page too far leads back', async ({ page, context }) => {
  const person = await subscriber()
  for (let count = 0; count < 25; count++) await addPastSession(person, { agent: 'Hiring Partner', seconds: 10 })
  await enter(context, person)
  await page.goto('/account/minutes')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(26)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/account/minutes?page=2')
  await expect(rows).toHaveCount(3)
  await page.goto('/account/minutes?page=7')
  await page.getByRole('link', { name: 'Newest Entries' }).click()
  await expect(rows).toHaveCount(26)
})

test('without an entry it says so, and what cannot be read can be tried again', async ({ page, context }) => {
  const person = await registered()
  await makeAdmin(person)
  await enter(context, person)
  await page.goto('/account/minutes')
  await expect(page.getByText('No minutes yet')).toBeVisible()
  await sql('alter table credit_purchase rename to credit_purchase_away')
  try {
    await page.reload()
    await expect(page.getByText('We could not load your minutes')).toBeVisible()
  } finally {
    await sql('alter table credit_purchase_away rename to credit_purchase')
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No minutes yet')).toBeVisible()
})
