import { sampleConversationOf } from '../../../../server/seed/starters.ts'
import { seedAgents } from '../../../../server/seed/agents.ts'
import { expect, test } from '../../fixtures.ts'
import { whileSpeaking } from './speaking.ts'
import { becomeTalker } from './talkers.ts'
import * as talking from './talking.ts'

test('a spoken question is written down and answered by its content', async () => {
  const agent = seedAgents.find(({ name }) => name === talking.agentName)
  if (!agent) throw new Error('no such agent')
  const answer = sampleConversationOf(agent.slug, agent.systemPrompt)[2]?.answer ?? ''
  await whileSpeaking('Please tell me more about setbacks.', async (page) => {
    await becomeTalker(page)
    const dialog = await talking.startTalking(page)
    await dialog.getByRole('button', { name: 'Show full transcript' }).click()
    const log = dialog.getByRole('log', { name: 'Transcript' })
    await expect(log).toContainText('Please tell me more about setbacks.', { timeout: 60_000 })
    await expect(log).toContainText(answer)
  })
})
