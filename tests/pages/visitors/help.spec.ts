import { expect, page, test } from '#tests/pages.ts'

/** /help: topics, answers and the search over them (D155). */

test('shows topics, and answers that open', async () => {
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Talking',
    'Minutes',
    'Paying',
    'Organizations',
    'Your words',
    'Account',
  ])
  await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Paying' }).click()
  await expect(page).toHaveURL('/help#paying')
  await expect(page.getByRole('heading', { name: 'Paying' })).toBeInViewport()
  await page.getByText('What does Luna cost?').click()
  await expect(page.getByText('Platform access is $2.97 a month and includes 30 minutes.')).toBeVisible()
  await page.getByRole('link', { name: 'prices' }).click()
  await expect(page).toHaveURL('/#pricing')
  await expect(page.getByRole('heading', { name: 'Pay for the minutes you talk' })).toBeInViewport()
})

test('searches questions and answers, marks the words, counts what it found, and keeps them in the address', async () => {
  await page.goto('/help')
  const main = page.getByRole('main')
  await page.getByRole('searchbox', { name: 'Search the answers' }).fill('Recovery code')
  await expect(main.getByRole('status')).toHaveText('1 answer')
  await expect(page).toHaveURL('/help?q=Recovery+code')
  await expect(main.getByRole('heading', { level: 3 })).toHaveText(['I lost the phone with my codes.'])
  await expect(main.getByText('enter one of the ten you saved')).toBeVisible()
  await expect(main.locator('mark').filter({ hasText: 'recovery' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('Recovery code')
  await expect(main.getByRole('heading', { level: 3 })).toHaveCount(1)
})

test('says when nothing was found, with a way to ask and a way back', async () => {
  await page.goto('/help?q=zebra')
  const main = page.getByRole('main')
  await expect(main.getByRole('status')).toHaveText('No answers')
  await expect(main.getByText('No answers found')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/contact')
  await main.getByRole('button', { name: 'Clear Search' }).click()
  await expect(page).toHaveURL('/help')
  await expect(main.getByRole('status')).toHaveText('')
  await expect(main.getByRole('heading', { level: 2 })).toHaveCount(6)
})

test('opens the answer that an address leads to, and offers that address with each answer', async () => {
  await page.goto('/help#auto-purchase')
  const answer = page.getByText('Only if you turn on auto-purchase.')
  await expect(answer).toBeInViewport()
  await page.getByText('How are minutes counted?').click()
  await page.getByRole('link', { name: 'Link to this answer' }).first().click()
  await expect(page).toHaveURL('/help#counting')
})
