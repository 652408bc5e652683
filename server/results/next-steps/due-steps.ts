import { dateIn } from '../../conversations/talk-time.ts'
import { firstValue, type LongRead, type Tx } from '../../database/sql.ts'

/** Which steps a person is reminded of, and when: on the morning of the due day, where the person is. */

/** The hour from which on it is morning. */
const morningHour = 7
const dayMs = 86_400_000
/** What could not be mailed for so long is no news. */
const latestDays = 7

export interface DueStep {
  id: string
  userId: string
  timeZone: string
  title: string
  dueOn: string
  note: string
  agentName: string | null
  /** When the step or its day was last set. */
  setAt: Date
}

/** Returns the open steps that may be due somewhere on earth and of whose day nobody was reminded. */
export function listDueSteps(read: LongRead, at: Date): Promise<DueStep[]> {
  const last = new Date(at.getTime() + dayMs).toISOString().slice(0, 10)
  const first = new Date(at.getTime() - latestDays * dayMs).toISOString().slice(0, 10)
  return read<DueStep>`
    select next_step.id, next_step.user_id, coalesce(users.time_zone, 'UTC') as time_zone, title,
      due_on::text, note, agent.name as agent_name, coalesce(edited_at, accepted_at, next_step.created_at) as set_at
    from next_step join users on users.id = next_step.user_id
    left join agent on agent.id = agent_id
    left join next_step_setting as setting on setting.user_id = next_step.user_id
    where state = 'open' and due_on between ${first}::date and ${last}::date and reminded_of is distinct from due_on
      and coalesce(mail_reminders, true)
      and users.is_active and users.email_verified and users.deletion_requested_at is null
    order by next_step.user_id, due_on, next_step.created_at, next_step.id`
}

/**
 * Returns the address for a person's reminders and keeps it as it is until the end of the transaction; null when it is
 * not confirmed (D193), or when they may not use Luna or have asked for their account's deletion.
 */
export function lockReminderAddress(tx: Tx, userId: string): Promise<string | null> {
  return firstValue(tx<{ email: string }>`
    select email from users
    where id = ${userId} and is_active and email_verified and deletion_requested_at is null for share`)
}

/** Returns the person's day at a moment, such as `2026-11-27`, once it is morning there; null before. */
export function morningOf(timeZone: string, at: Date): string | null {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at)
  return Number(hour) >= morningHour ? dateIn(timeZone)(at) : null
}

/** Returns whether a reminder of a step is worth a mail on a day: it is due, and was not already late when it was set. */
export function isDueOn(step: DueStep, day: string): boolean {
  return step.dueOn <= day && step.dueOn >= dateIn(step.timeZone)(step.setAt)
}
