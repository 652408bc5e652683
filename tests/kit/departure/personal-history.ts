import type { Me } from '#contract/identity/people.ts'
import * as transcripts from '#contract/conversations/transcripts.ts'
import * as nextSteps from '#contract/results/next-steps.ts'
import * as memory from '#contract/results/memory.ts'
import { fileOf, see, sendForm } from '../identity/forms.ts'
import { addMessage } from '../messages/messages.ts'
import { addAgent, registered, type TestPerson } from '../world/people.ts'
import { plain } from '../world/pictures.ts'
import type { World } from '../world/world.ts'

/** Adds a finished conversation with a kept text, as the gateway leaves it. */
export async function addConversation(world: World, person: TestPerson, text: string): Promise<void> {
  const agentId = await addAgent(world)
  const [session] = await world.sql<{ id: string }>(
    `insert into voice_session (user_id, account_id, agent_id, status, end_reason, conversation_id, gateway_id, used_ms,
       charged_ms, agent_spoke, created_at, connected_at, last_tick_at, ended_at)
     select $1, account.id, $2, 'active', null, 'conversation-at-provider', 0, 61500, null, true, now(), now(), now(), null
     from account where user_id = $1 returning id`,
    [person.id, agentId],
  )
  const hold = 'select ledger_hold_open($1, id, 62000, 0, now()) from account where user_id = $2'
  await world.sql(hold, [session?.id, person.id])
  await world.sql("select voice_session_settle($1, 'user', 61500, true, now(), 10000, now())", [session?.id])
  const lines = JSON.stringify([
    { speaker: 'you', text, atSeconds: 1 },
    { speaker: 'agent', text: '=Here, is "a plan"', atSeconds: 2.5 },
  ])
  const kept = 'insert into session_transcript (session_id, user_id, lines, kept_at, kept_until) values ($1, $2, $3'
  await world.sql(`${kept}, now(), now() + interval '90 days')`, [session?.id, person.id, lines])
  await addResults(world, [person.id, session?.id ?? '', agentId, text.slice(0, 100)])
}

/** Adds what a kept conversation leaves: a recap with a document as source, a step, and an agent's note. */
async function addResults(world: World, about: [personId: string, sessionId: string, agentId: string, text: string]) {
  await world.sql(
    `with given as (select $1::uuid as person, $2::uuid as session, $3::uuid as agent, $4::text as words),
     document as (
       insert into agent_document (agent_id, title, kind, text, state, created_by, created_at, updated_at)
       select agent, 'Handbook', 'text', 'Parents take fourteen weeks.', 'ready', person, now(), now() from given
       returning id),
     recap as (
       insert into conversation_recap (session_id, title, summary, analysed_at)
       select session, 'Recap: ' || words, words, now() from given),
     source as (
       insert into answer_source (session_id, place, at_second, document_id, excerpt)
       select session, 0, 2, document.id, 'On ' || words from given, document),
     analysed as (insert into analysed_step (session_id, fingerprint) select session, 'fingerprint' from given),
     step as (
       insert into next_step (user_id, session_id, agent_id, title, state, origin, at_second, created_at, accepted_at)
       select person, session, agent, 'Step: ' || words, 'open', 'tool', 3, now(), now() from given)
     insert into memory_note (user_id, session_id, agent_id, text, subject, state, origin, created_at)
     select person, session, agent, 'Note: ' || words, words, 'active', 'tool', now() from given`,
    about,
  )
}

/** Adds everything that can exist of a person besides payments and conversations, some of it created by others. */
export async function addHistory(world: World, person: TestPerson, stranger: TestPerson): Promise<void> {
  await world.sql(
    `insert into agent_request_change (request_id, changed_by, from_status, to_status, note, changed_at)
     select id, $2, 'received', 'denied', 'Not this year', now() from agent_request where user_id = $1`,
    [person.id, stranger.id],
  )
  const admin = await registered(world)
  const mine = await addMessage(world.sql, { from: admin.id, to: person.id, subject: 'To you', minutes: 1 })
  await addMessage(world.sql, { from: admin.id, to: stranger.id, subject: 'TO-A-STRANGER', minutes: 1 })
  await addMessage(world.sql, { from: admin.id, subject: 'To everybody', minutes: 2 })
  const state = 'insert into user_communication_state (communication_id, user_id, read_at, deleted_at)'
  await world.sql(`${state} values ($1, $2, now(), now())`, [mine, person.id])
  await world.sql(
    `with rated as (
       insert into agent_rating (agent_id, user_id, stars, rated_at)
       select agent_id, $1, 4, now() from voice_session where user_id = $1),
     saved as (
       insert into saved_time (session_id, user_id, saved_minutes, answered_at)
       select id, $1, 30, now() from voice_session where user_id = $1),
     set_up as (
       insert into two_factor (user_id, sealed_secret, created_at, enabled_at) values ($1, 'sealed', now(), now())),
     waiting as (
       insert into pending_sign_in (secret_hash, user_id, expires_at) values ('hash', $1, now() + interval '1 hour'))
     insert into recovery_code (user_id, code_hash, created_at) values ($1, 'hash', now())`,
    [person.id],
  )
  await world.sql(
    `with referred as (
       insert into referral (referrer_id, referred_user_id, referral_code, created_at)
       select $1, $2, referral_code, now() from users where id = $1)
     insert into customer_note (user_id, author_id, text, created_at) values ($1, $2, 'Asked about a refund', now())`,
    [person.id, stranger.id],
  )
  await world.sql('update inbox_thread set assignee_id = $1 where person_id = $2', [person.id, stranger.id])
  await person.client.call(memory.changeMemory, { body: { enabled: true } })
  const text = 'Runs a bakery in Graz.'
  await person.client.call(memory.addNote, { body: { agentId: await addAgent(world), text } })
  await person.client.call(transcripts.updateTranscriptSettings, { body: { save: true, keptDays: 30 } })
  await person.client.call(nextSteps.addNextStep, { body: { title: 'Call Anna', dueOn: '2027-03-05' } })
  await person.client.call(nextSteps.changeNextStepSettings, { body: { acceptSpoken: true } })
}

export async function addPhoto(world: World, { client }: TestPerson): Promise<Uint8Array> {
  const image = fileOf(await plain(64, 48).png().toBuffer())
  const { body } = await sendForm<Me>(client, 'PUT', '/api/account/photo', { image })
  return new Uint8Array((await see(world, body.profileImageUrl)).bytes)
}
