import { whenTakenOver } from '../../kit/browser/watch.ts'
import { readPlayer, readWords, waitForSounds, watchPlayers } from '../../kit/browser/sounds.ts'
import { idOfAgent } from '../conversations/past-conversations.ts'
import { expect, test } from '../fixtures.ts'

const agent = 'Sales Call Coach'

test('a stranger hears a conversation one press after arriving, and then the greeting of an agent (D175)', async ({
  page,
}) => {
  await page.context().clearCookies()
  await watchPlayers(page)
  await waitForSounds(page, agent)
  await page.goto('/')
  await whenTakenOver(page)
  await page.getByRole('button', { name: 'Hear a conversation' }).click()
  await expect.poll(async () => (await readPlayer(page)).seconds).toBeGreaterThan(1)
  expect(await readPlayer(page)).toMatchObject({ count: 1, isPlaying: true, isMuted: false })
  const picture = page.getByRole('img', { name: `A conversation with the agent ${agent}` })
  await expect.poll(async () => (await readWords(page)).length).toBeGreaterThan(3)
  await expect(picture).toContainText('Victor · English')
  // The agent has finished, and a person asks in another voice.
  await expect(picture).toContainText('Clara · English', { timeout: 15_000 })

  await page.goto(`/agents/${await idOfAgent(agent)}`)
  await whenTakenOver(page)
  await page.getByRole('button', { name: `Hear ${agent}`, exact: true }).click()
  await expect.poll(async () => (await readPlayer(page)).seconds).toBeGreaterThan(1)
  await expect(page.locator('[data-word=now]').first()).toBeVisible()
})
