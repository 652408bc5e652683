import { access } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { acmeAgents } from '#server/seed/agents-acme.ts'
import { seedAgents } from '#server/seed/agents.ts'
import { sampleConversationOf } from '#server/seed/starters.ts'
import { readSampleAnswers } from '@luna/fake-elevenlabs/dialogue/sample-answers.ts'
import { plainDialogue } from '@luna/fake-elevenlabs/testing/plain-dialogue.ts'

const everyAgent = [...seedAgents, ...acmeAgents]

const distinct = (key: 'slug' | 'name' | 'category') =>
  new Set(seedAgents.map((agent) => agent[key].toLowerCase())).size

/** Returns the agent's instructions without the demo voice's answers. */
const instructionsOf = (prompt: string) => prompt.split('\n## Sample answers\n')[0] ?? ''

describe('the demo agents', () => {
  it('are fourteen in six categories, six of them premium', () => {
    expect(seedAgents).toHaveLength(14)
    expect(distinct('slug')).toBe(14)
    expect(distinct('name')).toBe(14)
    expect(distinct('category')).toBe(6)
    expect(seedAgents.filter((agent) => agent.isPremium)).toHaveLength(6)
  })

  it.each(everyAgent)('$slug fits the database, the card and a spoken beginning', async (agent) => {
    const instructions = instructionsOf(agent.systemPrompt)
    for (const [what, { length }, least, most] of [
      ['name', agent.name, 1, 120],
      ['category', agent.category, 1, 60],
      ['description', agent.description, 90, 160],
      ['prompt', agent.systemPrompt, 1, 20_000],
      ['instructions', instructions, 600, 1500],
      ['first message', agent.firstMessage, 1, 1000],
      ['words of the first message', agent.firstMessage.split(/\s+/), 1, 24],
    ] as const)
      expect([what, length, length >= least && length <= most]).toEqual([what, length, true])
    await access(new URL(`../../../web/public${agent.imageUrl}`, import.meta.url))
  })

  it.each(everyAgent)('$slug has at least eight answers, each found by each of its keywords', (agent) => {
    const samples = readSampleAnswers(agent.systemPrompt)
    expect(samples.length).toBeGreaterThanOrEqual(8)
    for (const [keyword, answer] of samples.flatMap((one) => one.keywords.map((word) => [word, one.answer]))) {
      const { text } = plainDialogue(agent.name, agent.systemPrompt).hear(keyword ?? '')
      expect([keyword, text]).toEqual([keyword, answer])
    }
  })

  it.each(everyAgent)('$slug shows a sample of what it really says', ({ slug, name, systemPrompt }) => {
    const sample = sampleConversationOf(slug, systemPrompt)
    expect(sample).toHaveLength(3)
    const dialogue = plainDialogue(name, systemPrompt)
    const said = sample.map(({ question }) => ({ question, answer: dialogue.hear(question).text }))
    expect(sample).toMatchObject(said)
  })

  it.each(everyAgent)('$slug answers in words that can be read aloud', (agent) => {
    for (const { answer } of readSampleAnswers(agent.systemPrompt)) {
      expect(answer).toMatch(/^[A-Z][A-Za-z'",.:;?!\- ]+[.?"]$/)
      expect([...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(answer)].length).toBeLessThanOrEqual(3)
    }
  })
})
