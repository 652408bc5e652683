import { type Agent, agentPage } from '#contract/agents/agents.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { readPlayer, readWords, serveSounds, soundOf, watchPlayers } from '../../kit/browser/sounds.ts'
import { as, expect, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { coach, keeper, pageOf, serveAgents } from './agents.ts'

/** Agents are heard before anybody pays (D175). */

test.use({ expectedNoise: /404|Failed to load resource/ })
test.beforeEach(async () => {
  as(subscriberMe)
  server.answer(ratings, [])
  await watchPlayers(page)
})
test.afterEach(() => page.unroute('**/api/agents/*/sounds/*'))

const withGreeting = <One extends Agent>(agent: One, name: string) => {
  const greeting = soundOf(name)
  return { ...agent, greeting, greetingUrl: greeting.url }
}
const hear = (name: string) => page.getByRole('button', { name: `Hear ${name}`, exact: true })
const pause = (name: string) => page.getByRole('button', { name: `Pause ${name}`, exact: true })
const isPlaying = async () => (await readPlayer(page)).isPlaying

test('cards play their greetings, one at a time, with captions and the voice', tagged('D175'), async () => {
  const [one, other] = [withGreeting<Agent>(coach, 'first'), withGreeting<Agent>(keeper, 'second')]
  serveAgents(server, () => [one, other])
  const card = page.getByRole('article', { name: one.name })
  const asked = await serveSounds(page, 6)
  await page.goto('/marketplace')
  await expect(page.getByRole('article')).toHaveCount(2)
  expect(await readPlayer(page)).toMatchObject({ count: 0 })
  expect(asked).toEqual([])
  await hear(one.name).click()
  await expect(pause(one.name)).toBeVisible()
  await expect(card).toContainText('Clara · English')
  await expect.poll(() => readWords(page)).toEqual(expect.arrayContaining(['These', 'four']))
  expect((await hear(other.name).boundingBox())?.width).toBe(44)
  await hear(other.name).press('Enter')
  await expect(pause(other.name)).toBeVisible()
  await expect(hear(one.name)).toBeVisible()
  await expect(card).not.toContainText('Clara')
  expect(await readPlayer(page)).toMatchObject({ count: 1, isPlaying: true, isMuted: false })
  // It goes on to its end by itself.
  await expect(hear(other.name)).toBeVisible({ timeout: 20_000 })
  expect(asked).toEqual(['first', 'second'])
})

test('a conversation that begins and a page that goes end what is heard', tagged('D175'), async () => {
  const one = withGreeting<Agent>(coach, 'first')
  serveAgents(server, () => [one])
  await serveSounds(page, 20)
  await page.goto('/marketplace')
  await hear(one.name).click()
  await expect.poll(isPlaying).toBe(true)
  await page.getByRole('button', { name: 'Use This Agent' }).click()
  await expect.poll(isPlaying).toBe(false)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await hear(one.name).click()
  await expect.poll(isPlaying).toBe(true)
  await page.getByRole('link', { name: one.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(one.name)
  await expect.poll(isPlaying).toBe(false)
})

test('each line of a sample conversation can be heard, and says whose voice it is', tagged('D175'), async () => {
  as(null)
  const asked = await serveSounds(page, 6)
  const question = soundOf('question', 'What is a pivot table good for?', 'Miles')
  const answer = soundOf('answer', 'Think of a pivot table as sorting laundry.')
  const words = { question: question.text, answer: answer.text, audioUrl: answer.url }
  const sampleConversation = [{ ...words, sound: answer, questionSound: question }]
  server.answer(agentPage, { ...withGreeting(pageOf(coach), 'greeting'), sampleConversation })
  await page.goto(`/agents/${coach.id}`)
  const line = (text: string) => page.getByRole('listitem').filter({ hasText: text }).last()
  await expect(line(answer.text)).toContainText('Clara · English')
  await expect(line(question.text)).toContainText('Miles · English')
  await hear(`the answer to “${question.text}”`).click()
  await expect.poll(() => readWords(page)).toEqual(expect.arrayContaining(['Think', 'pivot']))
  await hear(`the question “${question.text}”`).click()
  await expect(pause(`the question “${question.text}”`)).toBeVisible()
  await expect(line(answer.text).locator('[data-word]')).toHaveCount(0)
  await hear('the greeting').click()
  await expect.poll(() => asked).toEqual(['answer', 'question', 'greeting'])

  // A sound that is gone says so, and can be tried again.
  await page.unroute('**/api/agents/*/sounds/*')
  await page.reload()
  await hear('the greeting').click()
  await expect(page.getByText('The sound did not load. Please try again.').first()).toBeVisible()
  await serveSounds(page)
  await hear('the greeting').click()
  await expect(pause('the greeting')).toBeVisible()
})
