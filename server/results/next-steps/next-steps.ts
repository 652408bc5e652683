import type { BodyOf, QueryOf, RowOf } from '../../kernel/serve.ts'
import type { organizationStepCounts } from '#contract/results/step-counts.ts'
import { type changeNextStep, longestTitle, type nextStep, type nextSteps } from '#contract/results/next-steps.ts'
import {
  columns,
  countOf,
  first,
  firstValue,
  hasRows,
  type LongRead,
  type Read,
  type Step,
  type Tx,
} from '../../database/sql.ts'
import { refuse } from '../../kernel/problem.ts'
import { subjectOf } from '../memory/note-text.ts'
import { fewestPeople } from '#contract/results/hours-saved-rules.ts'
import { nextMonth } from '../../kernel/months.ts'

/** Next steps: what conversations propose, which lives like their words, and what people make their own (D184). */

/** Proposals of one conversation. */
export const mostProposals = 10

interface NewProposal {
  userId: string
  organizationId: number | null
  agentId: string
  sessionId: string
  title: string
  /** The day that was said, such as `2026-12-04`; null without one. */
  dueOn: string | null
  note: string
  origin: 'tool' | 'analysis'
  atSecond: number | null
  at: Date
}

export interface Proposal extends Pick<StepRow, 'id' | 'title' | 'dueOn' | 'note' | 'state' | 'atSecond'> {
  origin: 'tool' | 'analysis' | 'person'
  editedAt: Date | null
}

/**
 * Proposes a next step once: a title of the same letters and digits only adds a day that was missing, and nothing to what
 * the person has changed, done or dismissed. Returns null when the conversation has proposed enough.
 */
export async function proposeStep(tx: Tx, step: NewProposal): Promise<Proposal | null> {
  const title = tidyTitle(step.title)
  const proposedAs = subjectOf(title)
  // Proposals of one conversation come one after the other, so that each sees the ones before.
  await tx`select from voice_session where id = ${step.sessionId} for no key update`
  const [same] = await tx<Proposal>`
    select ${proposalColumns} from next_step where session_id = ${step.sessionId} and proposed_as = ${proposedAs}`
  if (same) return withDay(tx, same, step.dueOn)
  const [earlier] = await tx<{ count: number }>`
    select count(*) from next_step where session_id = ${step.sessionId} and proposed_as is not null`
  if ((earlier?.count ?? 0) >= mostProposals || title === '') return null
  return first(tx<Proposal>`
    insert into next_step (user_id, organization_id, session_id, agent_id, title, proposed_as, due_on, note, state,
      origin, at_second, created_at)
    values (${step.userId}, ${step.organizationId}, ${step.sessionId}, ${step.agentId}, ${title}, ${proposedAs},
      ${step.dueOn}::date, ${step.note}, 'proposed', ${step.origin}, ${step.atSecond}, ${step.at})
    returning ${proposalColumns}`)
}

/** Adds the day to a step that came without one, was not changed, and is proposed, or open after it was said. */
async function withDay(tx: Tx, proposal: Proposal, dueOn: string | null): Promise<Proposal> {
  const isOpen = proposal.state === 'proposed' || (proposal.state === 'open' && proposal.origin === 'tool')
  if (dueOn === null || proposal.dueOn !== null || proposal.editedAt || !isOpen) return proposal
  await tx`update next_step set due_on = ${dueOn}::date where id = ${proposal.id}`
  return { ...proposal, dueOn }
}

const proposalColumns = columns`id, title, due_on::text, note, state, origin, at_second, edited_at`

/** Returns the steps that came from a conversation, in the order in which they were said. */
export function listProposals(read: Read, sessionId: string): Promise<Proposal[]> {
  return read<Proposal>`
    select ${proposalColumns} from next_step where session_id = ${sessionId}
    order by at_second nulls last, created_at, id`
}

/**
 * Deletes what was proposed and never accepted in conversations whose words are gone: ended before the given moment and
 * not kept (D184). The agent's own wording of accepted steps is deleted too.
 */
export async function deleteGoneProposals(tx: Tx, endedBefore: Date): Promise<void> {
  await tx`
    delete from next_step using voice_session
    where voice_session.id = next_step.session_id and accepted_at is null
      and (voice_session.ended_at < ${endedBefore} or voice_session.words_deleted_at is not null)
      and not exists (select from session_transcript where session_transcript.session_id = next_step.session_id)`
  await tx`
    update next_step set proposed_as = null from voice_session
    where voice_session.id = next_step.session_id and accepted_at is not null and proposed_as is not null
      and (voice_session.ended_at < ${endedBefore} or voice_session.words_deleted_at is not null)
      and not exists (select from session_transcript where session_transcript.session_id = next_step.session_id)`
}

/** A step as its person sees it. */
export type StepRow = RowOf<typeof nextStep>

const stepColumns = columns`next_step.id, title, due_on::text, note, state, session_id, agent_id, agent.name as agent_name,
  at_second, next_step.created_at, done_at`

/**
 * Returns a person's steps: proposals whose words still exist, open ones by day, then those that were done last. Dismissed
 * ones are there only when asked for.
 */
export function listSteps(
  read: LongRead,
  userId: string,
  filter: QueryOf<typeof nextSteps>,
  at: Date,
): Promise<StepRow[]> {
  return read<StepRow>`
    select ${stepColumns} from next_step left join agent on agent.id = agent_id
    where user_id = ${userId} and (state = ${filter.state} or (${filter.state}::text is null and state <> 'dismissed'))
      and (${filter.agentId}::uuid is null or agent_id = ${filter.agentId})
      and (${filter.sessionId}::uuid is null or session_id = ${filter.sessionId})
      and (accepted_at is not null or session_id is null or has_words(session_id, ${at}))
    order by array_position(array['proposed', 'open', 'done', 'dismissed'], state), done_at desc nulls last,
      due_on nulls last, next_step.created_at, next_step.id`
}

/**
 * Returns a step of a person; refuses one that is unknown, another person's, or never accepted and whose words are gone.
 * An accepted step stays the person's own, also once it is dismissed.
 */
export async function requireStep(read: Read, userId: string, id: string, at: Date): Promise<StepRow> {
  const [step] = await read<StepRow>`
    select ${stepColumns} from next_step left join agent on agent.id = agent_id
    where next_step.id = ${id} and user_id = ${userId}
      and (accepted_at is not null or session_id is null or has_words(session_id, ${at}))`
  return step ?? refuse('next_step_not_found')
}

export function countSteps(read: Read, userId: string): Promise<number> {
  return countOf(read<{ count: number }>`select count(*) from next_step where user_id = ${userId}`)
}

/** Adds a step that a person writes down. Returns its id. */
export async function addStep(
  tx: Tx,
  userId: string,
  step: { title: string; dueOn: string | null; note: string },
  at: Date,
): Promise<string> {
  const [row] = await tx<{ id: string }>`
    insert into next_step (user_id, title, due_on, note, state, origin, created_at, accepted_at)
    values (${userId}, ${tidyTitle(step.title)}, ${step.dueOn}::date, ${step.note}, 'open', 'person', ${at}, ${at})
    returning id`
  if (!row) throw new Error('A step was not added')
  return row.id
}

/** Changes what is given of a person's step. Being open or done makes a proposal the person's own. */
export async function changeStep(
  tx: Tx,
  userId: string,
  id: string,
  change: BodyOf<typeof changeNextStep>,
  at: Date,
): Promise<void> {
  const title = change.title === undefined ? undefined : tidyTitle(change.title)
  const changesDay = change.dueOn !== undefined
  const changesWords = title !== undefined || change.note !== undefined || changesDay
  await tx`
    update next_step set title = coalesce(${title}, title), note = coalesce(${change.note}, note),
      due_on = case when ${changesDay} then ${change.dueOn}::date else due_on end,
      state = coalesce(${change.state}, state),
      edited_at = case when ${changesWords} then ${at} else edited_at end,
      accepted_at = case when ${change.state} in ('open', 'done') then coalesce(accepted_at, ${at}) else accepted_at end,
      done_at = case when coalesce(${change.state}, state) = 'done' then coalesce(done_at, ${at}) end
    where id = ${id} and user_id = ${userId}`
}

export async function deleteStep(tx: Tx, userId: string, id: string): Promise<void> {
  const isDeleted = await hasRows(tx`delete from next_step where id = ${id} and user_id = ${userId} returning id`)
  if (!isDeleted) refuse('next_step_not_found')
}

/** Returns a step that a token has named; null when it is gone, or its person may not use Luna. */
export function findMailedStep(read: Read, id: string): Promise<{ title: string; isDone: boolean } | null> {
  return first(read<{ title: string; isDone: boolean }>`
    select title, state = 'done' as is_done from next_step join users on users.id = user_id
    where next_step.id = ${id} and state in ('open', 'done')
      and users.is_active and users.deletion_requested_at is null`)
}

/**
 * Marks a step as done, or as open again, with no person signed in: a token has named it. Returns its title; null when it
 * is gone, or its person may not use Luna.
 */
export function finishStep(tx: Tx, id: string, isDone: boolean, at: Date): Promise<string | null> {
  return firstValue(tx<{ title: string }>`
    update next_step set state = case when ${isDone} then 'done' else 'open' end,
      done_at = case when ${isDone} then coalesce(done_at, ${at}) end
    from users
    where next_step.id = ${id} and state in ('open', 'done')
      and users.id = user_id and users.is_active and users.deletion_requested_at is null
    returning title`)
}

/**
 * Notes a reminder of steps with the days for which they are due. Returns those that are still open, still due on that
 * day, and whose day was not mailed before, in the words that they have now.
 */
export function markReminded(
  tx: Tx,
  due: readonly { id: string; dueOn: string }[],
): Promise<{ id: string; title: string; note: string }[]> {
  return tx`
    update next_step set reminded_of = next_step.due_on
    from unnest(${due.map(({ id }) => id)}::uuid[], ${due.map(({ dueOn }) => dueOn)}::date[]) as due (id, due_on)
    where next_step.id = due.id and next_step.due_on = due.due_on and state = 'open'
      and reminded_of is distinct from next_step.due_on
    returning next_step.id, title, note`
}

/** Removes every step of a person. */
export async function eraseSteps(step: Step, userId: string): Promise<void> {
  await step`delete from next_step where user_id = ${userId}`
}

/** Returns a title as it is stored: one line without spaces around it, at most 120 characters. */
export function tidyTitle(title: string): string {
  return tidyLine(title, longestTitle)
}

/** Returns words in one line without control characters and spaces around it, cut to a length. */
export function tidyLine(words: string, longest: number): string {
  return words
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .trim()
}

export type StepCounts = NonNullable<RowOf<typeof organizationStepCounts>['counted']>

/**
 * Returns how many steps people took from an organization's conversations of a month (UTC), by what has become of them.
 * Proposals are not counted; the person has not taken them. Null where so few people have any that a count would say
 * something of one of them (D184). @param month such as 2026-11.
 */
export async function countOrganizationSteps(
  read: LongRead,
  organizationId: number,
  month: string,
): Promise<StepCounts | null> {
  const since = new Date(`${month}-01T00:00:00Z`)
  const [row] = await read<StepCounts>`
    select count(*) filter (where state = 'open') as open, count(*) filter (where state = 'done') as done,
      count(distinct next_step.user_id) as people
    from voice_session as talk
    join next_step on next_step.session_id = talk.id
    where talk.organization_id = ${organizationId} and not talk.is_test
      and talk.created_at >= ${since} and talk.created_at < ${nextMonth(since)} and state in ('open', 'done')`
  return row && row.people >= fewestPeople ? row : null
}
