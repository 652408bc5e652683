import fs from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import * as voice from '#contract/conversations/voice.ts'
import { readRecap } from '#contract/results/recap.ts'
import * as departure from '#contract/departure/departure.ts'
import { readPersonalData } from '#server/departure/personal-data.ts'
import { findPerson } from '#server/identity/users.ts'
import { handbook } from '../../kit/documents/documents.ts'
import { addAgent, addReadText, askProvider, expect, expectRefused, figuresFinal, finishRecords } from '#tests/calls.ts'
import { isAtProvider, it, ownWorld, platformAdmin, readyRecap, recapOf, subscriber, tablesWith } from '#tests/calls.ts'
import { tags, type TestPerson, turnOnMemory, typedTalk, waitForMails } from '#tests/calls.ts'

const world = await ownWorld()
await finishRecords(world)
const agentId = await addAgent(world)
await addReadText(await platformAdmin(world), agentId, 'Handbook', handbook)

async function exported({ id }: TestPerson): Promise<string> {
  const person = await findPerson(world.services.database.read, id)
  return JSON.stringify(person && (await readPersonalData(world.services.database.readLong, person))).toLowerCase()
}

/** Talks about a word that occurs nowhere else, and reads the recap of it. */
async function talkAbout(person: TestPerson, word: string) {
  const talked = await typedTalk(person, agentId, [
    `I will call ${word} on 4 December.`,
    `How long is parental leave in ${word}?`,
  ])
  const recap = await readyRecap(person, talked.id)
  expect(JSON.stringify(recap).toLowerCase().split(word).length).toBeGreaterThan(4)
  expect(recap).toMatchObject({ state: 'ready', proposals: [{}], sources: [{ title: 'Handbook' }] })
  await figuresFinal(world, talked.id)
  return talked
}

/** Requests an archive. Returns the path of its link, once it is made. */
async function linkTo(person: TestPerson): Promise<string> {
  await world.sql('update users set email_verified = true where id = $1', [person.id])
  await person.client.call(departure.askForExport)
  const [mail] = await waitForMails(world, person.email, 'Your data is ready')
  return new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname
}

async function downloaded(person: TestPerson, path: string): Promise<Record<string, string>> {
  const answer = await fetch(world.url + path, { headers: { cookie: person.client.cookieHeader() } })
  expect(answer.status).toBe(200)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes).toLowerCase()]))
}

const sources = (id: string) => world.sql('select from answer_source where session_id = $1', [id])
const left = (id: string) => world.sql('select from analysed_step where session_id = $1', [id])

it('nothing of an unkept conversation is found after ten minutes (B5)', async () => {
  const [one, other] = [await subscriber(world), await subscriber(world)]
  const unkept = await talkAbout(one, 'quirlmark')
  const kept = await talkAbout(other, 'wimpelton')
  await other.client.call(voice.keepTranscript, { params: { id: kept.id } })
  await recapOf(other, kept.id)
  // Within the ten minutes only the proposal is there, for its person to accept.
  expect(await tablesWith(world, 'quirlmark')).toEqual(['public.next_step'])
  await world.control({ advance: 'PT9M' })
  expect(await isAtProvider(world, unkept.conversationId)).toBe(true)

  await world.control({ advance: 'PT2M' })
  await expect.poll(() => isAtProvider(world, unkept.conversationId)).toBe(false)
  expect(JSON.stringify(await askProvider(world, 'GET', '/conversations'))).not.toContain(unkept.conversationId)
  expect(await tablesWith(world, 'quirlmark')).toEqual([])
  expect([await sources(unkept.id), await left(unkept.id)]).toEqual([[], []])
  expect(await exported(one)).not.toContain('quirlmark')
  expect(await recapOf(one, unkept.id)).toMatchObject({ state: 'none', proposals: [], sources: [], lines: [] })

  expect(await isAtProvider(world, kept.conversationId)).toBe(true)
  const tables = ['public.conversation_recap', 'public.next_step', 'public.session_transcript']
  expect(await tablesWith(world, 'wimpelton')).toEqual(tables)
  const data = await exported(other)
  expect(data).toContain('"recaps":[{"conversationid"')
  expect(data).toContain('"document":"handbook"')
  expect(await recapOf(other, kept.id)).toMatchObject({ state: 'ready', isKept: true, sources: [{}], proposals: [{}] })

  await other.client.call(voice.deleteTranscript, { params: { id: kept.id } })
  await expect.poll(() => isAtProvider(world, kept.conversationId)).toBe(false)
  expect(await tablesWith(world, 'wimpelton')).toEqual([])
  expect(await sources(kept.id)).toEqual([])
  expect(await exported(other)).not.toContain('wimpelton')
  expect(fs.readFileSync(world.logFile, 'utf8')).not.toMatch(/quirlmark|wimpelton/i)
})

it('deleting a text within the ten minutes deletes all that is left of it at once', tags('D202'), async () => {
  const person = await subscriber(world)
  await turnOnMemory(person)
  const { id, conversationId } = await talkAbout(person, 'spindrake')
  const params = { id }
  await person.client.call(voice.keepTranscript, { params })
  await person.client.call(voice.deleteTranscript, { params })
  expect(await tablesWith(world, 'spindrake')).toEqual([])
  await expect.poll(() => isAtProvider(world, conversationId)).toBe(false)
  expect(await person.client.call(voice.myConversation, { params })).toMatchObject({ hasWords: false })
  await expectRefused(readRecap, [person, { params }, 404, 'recap_gone'])
  await expectRefused(voice.keepTranscript, [person, { params }, 410, 'transcript_gone'])
  // Words that are only remembered can be deleted, too, and once.
  const unkept = { id: (await talkAbout(person, 'spindrake')).id }
  const other = await subscriber(world)
  await expectRefused(voice.deleteTranscript, [other, { params: unkept }, 404, 'transcript_not_found'])
  await person.client.call(voice.deleteTranscript, { params: unkept })
  expect(await tablesWith(world, 'spindrake')).toEqual([])
  await expectRefused(voice.deleteTranscript, [person, { params: unkept }, 404, 'transcript_not_found'])
})

it('an archive of five minutes later has no unkept words (B5)', async () => {
  const person = await subscriber(world)
  await turnOnMemory(person)
  const said = ['Please remember that I live in Tarnquil.', 'I will call Tarnquil.', 'How long is parental leave?']
  const talked = await typedTalk(person, agentId, said)
  const recap = await readyRecap(person, talked.id)
  expect(recap.summary?.toLowerCase()).toContain('tarnquil')
  await world.control({ advance: 'PT5M' })
  // They are still there for the person: the step, the note and the recap.
  expect(await tablesWith(world, 'tarnquil')).toEqual(['public.memory_note', 'public.next_step'])
  expect(await recapOf(person, talked.id)).toMatchObject({ state: 'ready', proposals: [{}] })
  const path = await linkTo(person)
  await world.control({ advance: 'PT20H' })
  const files = await downloaded(person, path)
  // The conversation itself, its time and its cost, belongs to the person.
  expect(files['conversations.json']).toContain(talked.id)
  for (const [name, text] of Object.entries(files))
    expect([name, /tarnquil|fourteen/.test(text)]).toEqual([name, false])
})

it('an expired text takes its recap and the copy at the provider along', async () => {
  const person = await subscriber(world)
  const kept = await talkAbout(person, 'brandolin')
  await person.client.call(voice.keepTranscript, { params: { id: kept.id } })
  await recapOf(person, kept.id)
  await world.control({ advance: 'P91D' })
  await expect.poll(() => isAtProvider(world, kept.conversationId)).toBe(false)
  expect(await tablesWith(world, 'brandolin')).toEqual([])
})

it('the copy at the provider stays until our figures are final', async () => {
  const person = await subscriber(world)
  await world.control({ voiceService: { processingSeconds: 86_400 } })
  const talked = await typedTalk(person, agentId, ['I will call Bo.'])
  await world.control({ advance: 'PT11M' })
  const deleted = 'select from voice_session where id = $1 and provider_copy_deleted_at is not null'
  expect(await world.sql(deleted, [talked.id])).toEqual([])
  expect(await isAtProvider(world, talked.conversationId)).toBe(true)
  // Its words are gone here all the same.
  expect(await recapOf(person, talked.id)).toMatchObject({ state: 'none', lines: [], proposals: [] })
})
