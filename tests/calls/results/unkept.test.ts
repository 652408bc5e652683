import fs from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as voice from '#contract/conversations/voice.ts'
import { readPersonalData } from '#server/departure/personal-data.ts'
import { findPerson } from '#server/identity/users.ts'
import { askProvider } from '../../kit/conversations/conversations.ts'
import {
  addReadText,
  figuresFinal,
  finishRecords,
  isAtProvider,
  readyRecap,
  recapOf,
  typedTalk,
} from '../../kit/results/recaps.ts'
import { platformAdmin } from '../../kit/world/admins.ts'
import { closeUnbroken } from '../../kit/world/invariants.ts'
import { addAgent, subscriber, type TestPerson } from '../../kit/world/people.ts'
import { openWorld, type World } from '../../kit/world/world.ts'

let world: World
let agentId: string
beforeAll(async () => {
  world = await openWorld()
  await finishRecords(world)
  agentId = await addAgent(world)
  await addReadText(await platformAdmin(world), agentId, 'Handbook', handbook)
})
afterAll(() => closeUnbroken(world))

const handbook = `Parental leave\n\nParents take fourteen weeks of parental leave with full pay. ${'Please speak with your manager early. '.repeat(20)}`

/** Returns every table, including those of the queues, in which a row contains a word. */
async function tablesWith(wanted: string): Promise<string[]> {
  const tables = await world.sql<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  const questions = tables.map(
    ({ name }) =>
      `select '${name}' as name where exists (select from ${name} as line where strpos(lower(line::text), $1) > 0)`,
  )
  const rows = await world.sql<{ name: string }>(questions.join(' union all '), [wanted])
  return rows.map(({ name }) => name).toSorted()
}

async function exported({ id }: TestPerson): Promise<string> {
  const person = await findPerson(world.services.database.read, id)
  return JSON.stringify(person && (await readPersonalData(world.services.database.readLong, person))).toLowerCase()
}

/** Talks about a word that occurs nowhere else, and reads the recap of it. */
async function talkAbout(person: TestPerson, word: string) {
  const talked = await typedTalk(person, agentId, [`I will call ${word} on 4 December.`, 'How long is parental leave?'])
  const recap = await readyRecap(person, talked.id)
  expect(JSON.stringify(recap).toLowerCase().split(word).length).toBeGreaterThan(4)
  expect(recap).toMatchObject({ state: 'ready', proposals: [{}], sources: [{ title: 'Handbook' }] })
  await figuresFinal(world, talked.id)
  return talked
}

const sources = (id: string) => world.sql('select from answer_source where session_id = $1', [id])
const left = (id: string) => world.sql('select from analysed_step where session_id = $1', [id])

it('nothing of an unkept conversation is found after ten minutes; a kept one stays until it is deleted (B5)', async () => {
  const [one, other] = [await subscriber(world), await subscriber(world)]
  const unkept = await talkAbout(one, 'quirlmark')
  const kept = await talkAbout(other, 'wimpelton')
  await other.client.call(voice.keepTranscript, { params: { id: kept.id } })
  await recapOf(other, kept.id)
  // Within the ten minutes only the proposal is there, for its person to accept.
  expect(await tablesWith('quirlmark')).toEqual(['public.next_step'])
  await world.control({ advance: 'PT9M' })
  expect(await isAtProvider(world, unkept.conversationId)).toBe(true)

  await world.control({ advance: 'PT2M' })
  await expect.poll(() => isAtProvider(world, unkept.conversationId), { timeout: 15_000 }).toBe(false)
  expect(await askProvider(world, 'GET', '/conversations')).not.toMatchObject({
    conversations: expect.arrayContaining([
      expect.objectContaining({ conversation_id: unkept.conversationId }),
    ]) as unknown,
  })
  expect(await tablesWith('quirlmark')).toEqual([])
  expect(await sources(unkept.id)).toEqual([])
  expect(await left(unkept.id)).toEqual([])
  expect(await exported(one)).not.toContain('quirlmark')
  expect(await recapOf(one, unkept.id)).toMatchObject({ state: 'none', proposals: [], sources: [], lines: [] })

  expect(await isAtProvider(world, kept.conversationId)).toBe(true)
  expect(await tablesWith('wimpelton')).toEqual([
    'public.conversation_recap',
    'public.next_step',
    'public.session_transcript',
  ])
  const data = await exported(other)
  expect(data).toContain('"recaps":[{"conversationid"')
  expect(data).toContain('"document":"handbook"')
  expect(await recapOf(other, kept.id)).toMatchObject({ state: 'ready', isKept: true, sources: [{}], proposals: [{}] })

  await other.client.call(voice.deleteTranscript, { params: { id: kept.id } })
  await world.control({ advance: 'PT1M' })
  await expect.poll(() => isAtProvider(world, kept.conversationId), { timeout: 15_000 }).toBe(false)
  expect(await tablesWith('wimpelton')).toEqual([])
  expect(await sources(kept.id)).toEqual([])
  expect(await exported(other)).not.toContain('wimpelton')
  expect(fs.readFileSync(world.logFile, 'utf8')).not.toMatch(/quirlmark|wimpelton/i)
}, 60_000)

it('an expired text takes its recap and the copy at the provider along', async () => {
  const person = await subscriber(world)
  const kept = await talkAbout(person, 'brandolin')
  await person.client.call(voice.keepTranscript, { params: { id: kept.id } })
  await recapOf(person, kept.id)
  await world.control({ advance: 'P91D' })
  await expect.poll(() => isAtProvider(world, kept.conversationId), { timeout: 15_000 }).toBe(false)
  expect(await tablesWith('brandolin')).toEqual([])
}, 60_000)

it('the copy at the provider stays until our figures are final', async () => {
  const person = await subscriber(world)
  await world.control({ voiceService: { processingSeconds: 86_400 } })
  const talked = await typedTalk(person, agentId, ['I will call Bo.'])
  await world.control({ advance: 'PT11M' })
  const [row] = await world.sql<{ provider_copy_deleted_at: Date | null }>(
    'select provider_copy_deleted_at from voice_session where id = $1',
    [talked.id],
  )
  expect(row).toEqual({ provider_copy_deleted_at: null })
  expect(await isAtProvider(world, talked.conversationId)).toBe(true)
  // Its words are gone here all the same.
  expect(await recapOf(person, talked.id)).toMatchObject({ state: 'none', lines: [], proposals: [] })
}, 60_000)
