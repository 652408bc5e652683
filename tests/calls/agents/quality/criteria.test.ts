import fs from 'node:fs'
import * as adminAgents from '#contract/agents/admin-agents.ts'
import { criteria } from '#contract/agents/quality.ts'
import { askProvider, expect, it, ownWorld, platformAdmin } from '#tests/calls.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const create = (name: string) =>
  ada.client.call(adminAgents.createAgent, { body: { name, description: 'D', category: 'Systems' } })

interface AtProvider {
  platform_settings: { evaluation: { criteria: { id: string }[] }; analysis_items?: unknown }
}

it('every agent is judged by the same criteria, and by nothing that would replace them', async () => {
  const { elevenLabsAgentId } = await create('Judged')
  const settings = ((await askProvider(world, 'GET', `/agents/${elevenLabsAgentId}`)) as AtProvider).platform_settings
  expect(settings.evaluation.criteria.map(({ id }) => id)).toEqual(criteria)
  expect(settings.analysis_items ?? null).toBeNull()
})

it('analysis that somebody edited at the provider is reported to admins until it is removed', async () => {
  const { elevenLabsAgentId, id } = await create('Edited elsewhere')
  const path = `/agents/${elevenLabsAgentId}`
  const sync = () => ada.client.call(adminAgents.syncAgent, { params: { id } })
  const edited = { analysis_items: { evaluation_criteria: [] } }
  await askProvider(world, 'PATCH', path, { platform_settings: edited })
  const syncError = 'Sent, but ElevenLabs judges it by analysis items of its own. Please remove them there.'
  expect(await sync()).toMatchObject({ syncState: 'failed', syncError })
  expect(fs.readFileSync(world.logFile, 'utf8')).toContain('the voice provider judges an agent by settings of its own')
  const provider = world.services.voice
  const { updateAgent } = provider
  // The stand-in keeps what is sent as null, so its answer stands for an agent from which they were removed.
  provider.updateAgent = async (...given) => ({ ...(await updateAgent(...given)), usesCriteria: true })
  expect(await sync()).toMatchObject({ syncState: 'synced', syncError: null })
  provider.updateAgent = updateAgent
})
