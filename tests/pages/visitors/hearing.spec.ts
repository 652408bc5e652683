import { agentSamples, type HeardAgent } from '#contract/agents/sounds.ts'
import { readPlayer, readWords, serveSounds, soundOf, watchPlayers } from '../../kit/browser/sounds.ts'
import { expect, page, server, tagged, test } from '#tests/pages.ts'

/** What a stranger hears on the landing page (D175). */

test.beforeEach(async () => {
  server.answer(agentSamples, [guide])
  await watchPlayers(page)
})
test.afterEach(() => page.unroute('**/api/agents/*/sounds/*'))

const guide: HeardAgent = {
  id: 'guide',
  name: 'Onboarding Handbook Guide',
  category: 'HR',
  imageUrl: null,
  greeting: soundOf('greeting'),
  conversation: [
    { by: 'agent', sound: soundOf('opening', 'Welcome aboard, my friend.') },
    { by: 'person', sound: soundOf('question', 'Where do I begin?', 'Miles') },
    { by: 'agent', sound: soundOf('answer', 'At the very beginning.') },
  ],
}
const button = () => page.getByRole('button', { name: 'Hear a conversation' })
const picture = () => page.getByRole('img', { name: /^A conversation with the agent/ })

test('a stranger hears a conversation in turns, one press after arriving', tagged('D175'), async () => {
  const asked = await serveSounds(page, 4)
  await page.goto('/')
  await expect(picture()).toHaveAccessibleName(/Sales Call Coach/)
  const height = (await picture().boundingBox())?.height
  await button().click()
  await expect(picture()).toHaveAccessibleName(/Onboarding Handbook Guide/)
  expect(await readPlayer(page)).toMatchObject({ count: 1, isMuted: false })
  await expect(picture()).toContainText('Clara · English')
  expect((await picture().boundingBox())?.height).toBe(height)
  await expect(picture()).toContainText('Miles · English')
  await expect(button()).toBeVisible({ timeout: 20_000 })
  await expect(picture()).toHaveAccessibleName(/Sales Call Coach/)
  const heard = (await readWords(page)).filter((word) => ['aboard,', 'begin?', 'very'].includes(word))
  expect(heard).toEqual(['aboard,', 'begin?', 'very'])
  expect(asked).toEqual(['opening', 'question', 'answer'])
})

test('a press that comes before the server has answered is kept', tagged('D175'), async () => {
  await serveSounds(page)
  const release = server.hold(agentSamples)
  await page.goto('/')
  // It asks as soon as somebody moves on the page, and a press before and after that is the same.
  await button().hover()
  await expect.poll(() => server.calls).toContain('GET /api/agents/samples')
  await button().click()
  await expect(page.getByRole('button', { name: 'Pause the conversation' })).toBeVisible()
  release()
  await expect(picture().locator('[data-word=now]')).toHaveText('Welcome')
})

test('a sample card plays its greeting and stops the conversation, where there is one', tagged('D175'), async () => {
  await serveSounds(page, 20)
  await page.goto('/')
  await button().click()
  const card = page.locator('[data-showcase]').filter({ hasText: guide.name })
  await card.getByRole('button', { name: `Hear ${guide.name}` }).click()
  await expect(card.getByRole('button', { name: `Pause ${guide.name}` })).toBeVisible()
  await expect(card.locator('[data-word=now]')).toHaveText('four')
  await expect(button()).toBeVisible()
  await expect(page.locator('[data-showcase]').getByRole('button')).toHaveCount(1)
  server.answer(agentSamples, [])
  await page.reload()
  await page.getByRole('link', { name: 'Start as an Individual' }).hover()
  await expect(button()).toHaveCount(0)
})
