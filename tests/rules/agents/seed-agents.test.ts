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
  it('are fourteen in at least twelve categories, six of them premium', () => {
    expect(seedAgents).toHaveLength(14)
    expect(distinct('slug')).toBe(14)
    expect(distinct('name')).toBe(14)
    expect(distinct('category')).toBeGreaterThanOrEqual(12)
    expect(seedAgents.filter((agent) => agent.isPremium)).toHaveLength(6)
  })

  it.each(everyAgent)('$slug fits the database, the card and a spoken beginning', async (agent) => {
    expect(agent.name.length).toBeLessThanOrEqual(120)
    expect(agent.category.length).toBeLessThanOrEqual(60)
    expect(agent.description.length).toBeGreaterThanOrEqual(90)
    expect(agent.description.length).toBeLessThanOrEqual(160)
    expect(agent.systemPrompt.length).toBeLessThanOrEqual(20_000)
    expect(instructionsOf(agent.systemPrompt).length).toBeGreaterThanOrEqual(600)
    expect(instructionsOf(agent.systemPrompt).length).toBeLessThanOrEqual(1_500)
    expect(agent.firstMessage.length).toBeLessThanOrEqual(1_000)
    expect(agent.firstMessage.split(/\s+/).length).toBeLessThan(25)
    await access(new URL(`../../../web/public${agent.imageUrl}`, import.meta.url))
  })

  it.each(everyAgent)('$slug has at least eight answers, each found by each of its keywords', (agent) => {
    const samples = readSampleAnswers(agent.systemPrompt)
    expect(samples.length).toBeGreaterThanOrEqual(8)
    for (const { keywords, answer } of samples) {
      for (const keyword of keywords) {
        const { text } = plainDialogue(agent.name, agent.systemPrompt).hear(keyword)
        expect([keyword, text]).toEqual([keyword, answer])
      }
    }
  })

  it.each(everyAgent)(
    '$slug shows a sample conversation that matches what it really says',
    ({ slug, name, systemPrompt }) => {
      const sample = sampleConversationOf(slug, systemPrompt)
      expect(sample).toHaveLength(3)
      const dialogue = plainDialogue(name, systemPrompt)
      for (const { question, answer } of sample)
        expect([question, dialogue.hear(question).text]).toEqual([question, answer])
    },
  )

  it.each(everyAgent)('$slug answers in words that can be read aloud', (agent) => {
    for (const { answer } of readSampleAnswers(agent.systemPrompt)) {
      expect(answer).toMatch(/^[A-Z][A-Za-z'",.:;?!\- ]+[.?"]$/)
      expect([...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(answer)].length).toBeLessThanOrEqual(3)
    }
  })
})
