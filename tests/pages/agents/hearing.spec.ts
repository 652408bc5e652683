import { agentPage } from '#contract/agents/agents.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { readPlayer, readWords, serveSounds, soundOf, watchPlayers } from '../../kit/browser/sounds.ts'
import { as, expect, page, type Page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { cardOf, coach, keeper, openMarketplace, pageOf, serveAgents } from './agents.ts'

/** Agents are heard before anybody pays (D175). */

test.beforeEach(() => watchPlayers(page))
test.afterEach(() => page.unroute('**/api/agents/*/sounds/*'))

const heard = (agent: typeof coach | typeof keeper, name: string) => {
  const greeting = soundOf(name)
  return { ...agent, greeting, greetingUrl: greeting.url }
}
const hear = (page: Page, name: string) => page.getByRole('button', { name: `Hear ${name}`, exact: true })
const pause = (page: Page, name: string) => page.getByRole('button', { name: `Pause ${name}`, exact: true })

test('cards of the marketplace play their greetings, one at a time, with captions and the voice (D175)', async () => {
  as(subscriberMe)
  const [one, other] = [heard(coach, 'first'), heard(keeper, 'second')]
  serveAgents(server, () => [one, other])
  const asked = await serveSounds(page, 6)
  await openMarketplace(page, 2)
  expect(await readPlayer(page)).toMatchObject({ count: 0 })
  expect(asked).toEqual([])
  await hear(page, one.name).click()
  await expect(pause(page, one.name)).toBeVisible()
  const card = cardOf(page, one.name)
  await expect(card).toContainText('Clara · English')
  await expect.poll(() => readWords(page)).toEqual(expect.arrayContaining(['These', 'four']))
  expect((await hear(page, other.name).boundingBox())?.width).toBe(44)
  await hear(page, other.name).press('Enter')
  await expect(pause(page, other.name)).toBeVisible()
  await expect(hear(page, one.name)).toBeVisible()
  await expect(card).not.toContainText('Clara')
  expect(await readPlayer(page)).toMatchObject({ count: 1, isPlaying: true, isMuted: false })
  await pause(page, other.name).click()
  await expect(hear(page, other.name)).toBeVisible()
  await hear(page, other.name).click()
  // It goes on to its end by itself.
  await expect(pause(page, other.name)).toBeVisible()
  await expect(hear(page, other.name)).toBeVisible({ timeout: 20_000 })
  expect(asked).toEqual(['first', 'second'])
})

test('a conversation that begins and a page that goes end what is heard', tagged('D175'), async () => {
  as(subscriberMe)
  const one = heard(coach, 'first')
  serveAgents(server, () => [one])
  server.answer(ratings, [])
  await serveSounds(page, 20)
  await openMarketplace(page, 1)
  const isPlaying = async () => (await readPlayer(page)).isPlaying
  await hear(page, one.name).click()
  await expect.poll(isPlaying).toBe(true)
  await page.getByRole('button', { name: 'Use This Agent' }).click()
  await expect.poll(isPlaying).toBe(false)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await hear(page, one.name).click()
  await expect.poll(isPlaying).toBe(true)
  await page.getByRole('link', { name: one.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(one.name)
  await expect.poll(isPlaying).toBe(false)
})

test("each line of an agent's sample conversation can be heard, and says whose voice it is (D175)", async () => {
  const asked = await serveSounds(page, 6)
  const question = soundOf('question', 'What is a pivot table good for?', 'Miles')
  const answer = soundOf('answer', 'Think of a pivot table as sorting laundry.')
  server.answer(agentPage, {
    ...pageOf(coach),
    greeting: soundOf('greeting'),
    greetingUrl: soundOf('greeting').url,
    sampleConversation: [
      { question: question.text, answer: answer.text, audioUrl: answer.url, sound: answer, questionSound: question },
    ],
  })
  await page.goto(`/agents/${coach.id}`)
  const line = page.getByRole('listitem').filter({ hasText: answer.text }).last()
  await expect(line).toContainText('Clara · English')
  await expect(page.getByRole('listitem').filter({ hasText: question.text }).last()).toContainText('Miles · English')
  await hear(page, `the answer to “${question.text}”`).click()
  await expect.poll(() => readWords(page)).toEqual(expect.arrayContaining(['Think', 'pivot']))
  await hear(page, `the question “${question.text}”`).click()
  await expect(pause(page, `the question “${question.text}”`)).toBeVisible()
  await expect(line.locator('[data-word]')).toHaveCount(0)
  await hear(page, 'the greeting').click()
  await expect.poll(() => asked).toEqual(['answer', 'question', 'greeting'])
})

test.describe('a sound that is gone', () => {
  test.use({ expectedNoise: /404|Failed to load resource/ })

  test('says so beside the button, which can be pressed again', tagged('D175'), async () => {
    server.answer(agentPage, { ...pageOf(coach), greeting: soundOf('gone'), greetingUrl: soundOf('gone').url })
    await page.goto(`/agents/${coach.id}`)
    await hear(page, 'the greeting').click()
    await expect(page.getByText('The sound did not load. Please try again.').first()).toBeVisible()
    await serveSounds(page)
    await hear(page, 'the greeting').click()
    await expect(pause(page, 'the greeting')).toBeVisible()
  })
})
