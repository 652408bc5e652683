import type { BodyOf, RowOf } from '../../kernel/serve.ts'
import type { changeNextStepSettings, nextStepSettings } from '#contract/results/next-steps.ts'
import { firstValue, isTrue, type Read, type Tx } from '../../database/sql.ts'

/** How people are reminded of next steps, and their calendar addresses. */

export type StepSettings = RowOf<typeof nextStepSettings>

export async function readStepSettings(read: Read, userId: string): Promise<StepSettings> {
  const [row] = await read<StepSettings>`
    select mail_reminders, accept_spoken, calendar_hash is not null as has_calendar
    from next_step_setting where user_id = ${userId}`
  return row ?? { mailReminders: true, acceptSpoken: false, hasCalendar: false }
}

/** Changes the given settings. */
export async function changeStepSettings(
  tx: Tx,
  userId: string,
  change: BodyOf<typeof changeNextStepSettings>,
): Promise<StepSettings> {
  await ensureSettings(tx, userId)
  await tx`
    update next_step_setting set mail_reminders = coalesce(${change.mailReminders}, mail_reminders),
      accept_spoken = coalesce(${change.acceptSpoken}, accept_spoken)
    where user_id = ${userId}`
  return readStepSettings(tx, userId)
}

/** Sets or, with null, removes the secret of a person's calendar address; the one before stops working. */
export async function setCalendar(tx: Tx, userId: string, secretHash: string | null): Promise<void> {
  await ensureSettings(tx, userId)
  await tx`update next_step_setting set calendar_hash = ${secretHash} where user_id = ${userId}`
}

/** Returns whose calendar an address is; null when it does not work, or its person may not use Luna. */
export function findCalendarOwner(read: Read, secretHash: string): Promise<string | null> {
  return firstValue(read<{ userId: string }>`
    select user_id from next_step_setting join users on users.id = user_id
    where calendar_hash = ${secretHash} and users.is_active and users.deletion_requested_at is null`)
}

/**
 * Locks a person's day of mails until the end of the transaction. Returns false when a reminder has gone out on that day
 * or later, such as `2026-11-27`.
 */
export async function lockMailDay(tx: Tx, userId: string, day: string): Promise<boolean> {
  await ensureSettings(tx, userId)
  return isTrue(tx<{ isFree: boolean }>`
    select mail_reminders and (last_mailed_on is null or last_mailed_on < ${day}::date) as is_free
    from next_step_setting where user_id = ${userId} for no key update`)
}

/** Notes that the one reminder of a day goes out. */
export async function noteMailed(tx: Tx, userId: string, day: string): Promise<void> {
  await tx`update next_step_setting set last_mailed_on = ${day}::date where user_id = ${userId}`
}

export async function eraseStepSettings(tx: Tx, userId: string): Promise<void> {
  await tx`delete from next_step_setting where user_id = ${userId}`
}

async function ensureSettings(tx: Tx, userId: string): Promise<void> {
  await tx`insert into next_step_setting (user_id) values (${userId}) on conflict (user_id) do nothing`
}
