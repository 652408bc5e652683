import { hoursSaved } from '#contract/results/hours-saved-total.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { config, expect, expectWords, main, page, press, server, tagged, test } from '#tests/pages.ts'

/** The pages behind the footer's links (D155). */

const search = () => page.getByRole('searchbox', { name: 'Search the answers' })

test('About Us says what Luna is for and leads on', async () => {
  await page.goto('/about')
  await expect(page.getByText('made by a digital company').first()).toBeVisible()
  const promises = ['Your time', 'Your money', 'Your words', 'The truth']
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(promises)
  await main().getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/register')
})

test('Contact Support shows the configured ways, and no placeholder', tagged('D154'), async () => {
  const bare = { ...config, supportEmail: null, contactEmail: null, communityUrl: 'https://community.example' }
  server.answer(publicConfig, bare)
  await page.goto('/contact')
  // The settings have arrived with it.
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Community' })).toBeVisible()
  await expect(main().getByRole('heading', { name: 'Already have an account?' })).toBeVisible()
  await expect(main().getByRole('heading', { name: /Write to support|Everything else|Call us/ })).toHaveCount(0)
  const emails = { supportEmail: 'help@luna.example', contactEmail: 'hello@luna.example' }
  server.answer(publicConfig, { ...config, ...emails, contactPhone: '+1 (801) 555-0100' })
  await page.goto('/contact')
  for (const [name, address] of [
    ['help@luna.example', 'mailto:help@luna.example'],
    ['hello@luna.example', 'mailto:hello@luna.example'],
    ['+1 (801) 555-0100', 'tel:+18015550100'],
  ] as const)
    await expect(main().getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
})

test('the figure of saved hours is what people said, and leads to how it is counted', async () => {
  await page.goto('/')
  const tile = page.locator('[data-feature]').filter({ hasText: 'Hours saved' })
  await expect(tile.getByRole('link', { name: 'How hours are counted' })).toBeVisible()
  await expect(tile).not.toContainText(/\d/)
  await expect(main()).toContainText('over 1000 hours saved each month')
  await tile.getByRole('link', { name: 'How hours are counted' }).click()
  await expect(page).toHaveURL('/hours-saved')
  const own = '“over 1000 hours saved each month” in the list of promises on our home page are the team’s own'
  await expectWords(main(), 'There’s no public sum yet', own)

  server.answer(hoursSaved, { total: { savedMinutes: 2475, answers: 63, countedAt: '2026-11-22T08:00:00.000Z' } })
  await page.goto('/')
  await expect(tile).toContainText('So far, 63 answers add up to 41 h 15 min saved.')
  await main().getByRole('link', { name: '41 h 15 min saved so far, in 63 answers' }).click()
  const sum = '41 h 15 minsaved so far, according to 63 answers. Last counted on November 22, 2026.'
  await expect(main()).toContainText(sum)
})

test('the help page shows topics, and answers that open and have addresses', async () => {
  await page.goto('/help')
  const topics = ['Talking', 'Minutes', 'Paying', 'Organizations', 'Your words', 'Account']
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(topics)
  await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Paying' }).click()
  await expect(page).toHaveURL('/help#paying')
  await expect(page.getByRole('heading', { name: 'Paying' })).toBeInViewport()
  await page.getByText('What does Luna cost?').click()
  await expect(page.getByText('Platform access is $2.97 a month and includes 30 minutes.')).toBeVisible()
  await page.getByRole('link', { name: 'prices' }).click()
  await expect(page).toHaveURL('/#pricing')
  await expect(page.getByRole('heading', { name: 'Pay for the minutes you talk' })).toBeInViewport()

  await page.goto('/help#auto-purchase')
  await expect(page.getByText('Only if you turn on auto-purchase.')).toBeInViewport()
  await page.getByText('How are minutes counted?').click()
  await page.getByRole('link', { name: 'Link to this answer' }).first().click()
  await expect(page).toHaveURL('/help#counting')
})

test('the help search marks words, counts what it found, and keeps its address', async () => {
  await page.goto('/help')
  await search().fill('Recovery code')
  await expect(main().getByRole('status')).toHaveText('1 answer')
  await expect(page).toHaveURL('/help?q=Recovery+code')
  await expect(main().getByRole('heading', { level: 3 })).toHaveText(['I lost the phone with my codes.'])
  await expect(main().getByText('enter one of the ten you saved')).toBeVisible()
  await expect(main().locator('mark').filter({ hasText: 'recovery' })).toBeVisible()
  await page.reload()
  await expect(search()).toHaveValue('Recovery code')
  await expect(main().getByRole('heading', { level: 3 })).toHaveCount(1)

  await page.goto('/help?q=zebra')
  await expect(main().getByRole('status')).toHaveText('No answers')
  await expect(main().getByText('No answers found')).toBeVisible()
  await expect(main().getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/contact')
  await press(main(), 'Clear Search')
  await expect(page).toHaveURL('/help')
  await expect(main().getByRole('status')).toHaveText('')
  await expect(main().getByRole('heading', { level: 2 })).toHaveCount(6)
})
