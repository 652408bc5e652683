import { centsToDollars, msToMinutes, msToSeconds } from '#contract/amounts.ts'
import type { LongRead, Read, Row } from '../database/sql.ts'
import { nameBrowser } from '../identity/browser-name.ts'
import { countMinutes, describeEntry, listMinutes } from '../ledger/statement.ts'
import type { Transaction } from '../billing/bookings/receipts.ts'
import { describeTransaction, nameReceipt } from '#contract/billing/receipts.ts'
import type { Person } from '../identity/users.ts'
import { listSourcesOf } from '../results/recap/policies.ts'

/**
 * Everything that belongs to a person, as plain rows under plain names (D28), without proofs of identity (passwords,
 * tokens, session ids), ids of outside services, or other people's data except what they wrote to this person.
 */
export type PersonalData = Record<string, Row[]>

/** Reads all personal data, without the limits that screens have. */
export async function readPersonalData(read: LongRead, person: Person): Promise<PersonalData> {
  const { id, accountId } = person
  return {
    profile: await readProfile(read, id),
    sign_ins: await readSignIns(read, id),
    known_browsers: await read`select first_seen_at from known_device where user_id = ${id} order by first_seen_at`,
    two_factor: await read`select created_at, enabled_at from two_factor where user_id = ${id}`,
    sign_in_changes: await read`
      select kind, by_operator, at from account_event where user_id = ${id} order by at, account_event.id`,
    recovery_codes: await read`
      select created_at, used_at from recovery_code where user_id = ${id} order by used_at nulls last, code_hash`,
    conversations: await readConversations(read, id),
    transcripts: await readTranscripts(read, id),
    ...(await readResults(read, person)),
    ...(await readMoney(read, accountId)),
    subscription_changes: await read`
      select kind, coalesce(by_user_id = ${id}, false) as by_you, month_ends_at, at
      from subscription_event where account_id = ${accountId} order by at, subscription_event.id`,
    payment_settings: await readPaymentSettings(read, accountId),
    documents_added: await read`
      select agent.name as agent, title, kind, url, agent_document.created_at
      from agent_document join agent on agent.id = agent_id
      where agent_document.created_by = ${id} order by agent_document.created_at, agent_document.id`,
    unlocked_agents: await read`
      select agent.name as agent, unlocked_at from user_agent_unlock join agent on agent.id = agent_id
      where user_id = ${id} order by unlocked_at`,
    ratings: await read`
      select agent.name as agent, stars, rated_at from agent_rating join agent on agent.id = agent_id
      where user_id = ${id} order by rated_at`,
    agent_requests: await read`
      select agent_name, description, use_case, priority, status, created_at, updated_at
      from agent_request where user_id = ${id} order by created_at, id`,
    agent_request_history: await read`
      select agent_request.agent_name, to_status as status, note, changed_at
      from agent_request_change join agent_request on agent_request.id = request_id
      where user_id = ${id} order by changed_at, agent_request_change.id`,
    messages: await readMessages(read, id),
    contact_messages: await read`
      select name, message, created_at, answer, answered_at from contact_message
      where email = ${person.emailVerified ? person.email : null} order by created_at, id`,
    mails: await read`
      select kind, to_address as address, subject, outcome, at from sent_mail where user_id = ${id} order by at, sent_mail.id`,
    organizations: await readMemberships(read, id),
    invitations: await readInvitations(read, person),
    referrals: await read`
      select case when referrer_id = ${id} then 'you invited somebody' else 'somebody invited you' end as what,
        referral_code, status, created_at, completed_at, reward_amount as reward_minutes
      from referral where ${id} in (referrer_id, referred_user_id) order by created_at`,
    transcript_settings: await read`
      select save, kept_days, updated_at from transcript_setting where user_id = ${id}`,
  }
}

function readProfile(read: Read, userId: string): Promise<Row[]> {
  return read`
    select id, email, email_verified, first_name, last_name, profile_image_url, role_of(users) as role, referral_code, terms_version,
      time_zone, terms_accepted_at, voice_consent_version, voice_consent_at, created_at, updated_at
    from users where id = ${userId}`
}

async function readSignIns(read: Read, userId: string): Promise<Row[]> {
  const rows = await read<{ userAgent: string; firstSeenAt: Date; lastSeenAt: Date }>`
    select user_agent, created_at as first_seen_at, last_seen_at from session
    where user_id = ${userId} order by created_at, id`
  return rows.map(({ userAgent, ...times }) => ({ browser: nameBrowser(userAgent), ...times, userAgent }))
}

async function readConversations(read: Read, userId: string): Promise<Row[]> {
  const rows = await read<{ usedMs: number; chargedMs: number | null }>`
    select voice_session.id, agent.name as agent, status, end_reason_of(voice_session) as end_reason,
      resume_of, voice_session.created_at, connected_at,
      ended_at, line_lost_at, line_back_at, used_ms, charged_ms
    from voice_session join agent on agent.id = agent_id
    where user_id = ${userId} order by voice_session.created_at, voice_session.id`
  return rows.map(({ usedMs, chargedMs, ...row }) => ({
    ...row,
    usedSeconds: msToSeconds(usedMs),
    chargedSeconds: chargedMs === null ? null : msToSeconds(chargedMs),
  }))
}

function readTranscripts(read: Read, userId: string): Promise<Row[]> {
  return read`
    select session_id as conversation_id, (line ->> 'atSeconds')::numeric::float8 as at_seconds,
      line ->> 'speaker' as speaker, line ->> 'text' as text, kept_until
    from session_transcript
    cross join lateral jsonb_array_elements(lines) with ordinality as said (line, place)
    where user_id = ${userId} order by kept_at, session_id, place`
}

async function readMinutes(read: LongRead, accountId: string): Promise<Row[]> {
  const limit = await countMinutes(read, accountId)
  const entries = await listMinutes(read, accountId, { limit, offset: 0 })
  return entries.toReversed().map((entry) => ({
    number: entry.seq,
    at: entry.at,
    ...describeEntry(entry),
    minutes: msToMinutes(entry.amountMs),
    balanceBefore: msToMinutes(entry.balanceBeforeMs),
    balanceAfter: msToMinutes(entry.balanceAfterMs),
  }))
}

type PaymentRow = Pick<
  Transaction,
  'kind' | 'item' | 'amountCents' | 'creditsAddedMs' | 'receiptNumber' | 'createdAt'
> & {
  paidWith: string | null
  periodEndsAt: Date | null
}

async function readPayments(read: Read, accountId: string): Promise<Row[]> {
  const rows = await read<PaymentRow>`
    select kind, item, amount_cents, credits_added_ms, receipt_number, paid_with, period_ends_at, created_at
    from receipt where account_id = ${accountId} order by created_at, receipt_number`
  return rows.map((row) => ({
    receipt: nameReceipt(row.receiptNumber),
    description: describeTransaction(row),
    amountDollars: centsToDollars(row.amountCents),
    minutes: msToMinutes(row.creditsAddedMs),
    paidWith: row.paidWith,
    periodEndsAt: row.periodEndsAt,
    createdAt: row.createdAt,
  }))
}

async function readMoney(read: LongRead, accountId: string): Promise<Record<string, Row[]>> {
  return {
    minutes: await readMinutes(read, accountId),
    payments: await readPayments(read, accountId),
    payment_attempts: await inDollars(read`
      select kind, tier, amount_cents, status, decline_code, created_at, paid_at
      from checkout where account_id = ${accountId} order by created_at, id`),
    card_declines: await inDollars(read`
      select amount_cents, code, card_brand, card_last4, declined_at
      from payment_decline where account_id = ${accountId} order by declined_at, id`),
    debts: await inDollars(read`
      select amount_cents, status, reason, created_at, closed_at
      from debt where account_id = ${accountId} order by created_at, id`),
    subscription: await readSubscription(read, accountId),
  }
}

async function inDollars(rows: Promise<{ amountCents: number }[]>): Promise<Row[]> {
  return (await rows).map(({ amountCents, ...row }) => ({ ...row, amountDollars: centsToDollars(amountCents) }))
}

function readMemberships(read: Read, userId: string): Promise<Row[]> {
  return read`
    select name, role, access_level, user_category, joined_at, last_active_at, organization_user.is_active,
      monthly_limit_minutes
    from organization_user join organization on organization.id = organization_id
    where user_id = ${userId} order by joined_at, organization_id`
}

/** Returns accepted invitations, and waiting ones for an address that is proved to be the person's. */
function readInvitations(read: Read, { id, email, emailVerified }: Person): Promise<Row[]> {
  return read`
    select organization.name as organization, invitation.email, first_name, last_name, role, access_level,
      user_category, invitation.description, status, invitation.created_at, expires_at, accepted_at
    from organization_invitation as invitation join organization on organization.id = organization_id
    where accepted_by = ${id} or invitation.email = ${emailVerified ? email : null}
    order by invitation.created_at, invitation.id`
}

/** Includes messages that the person has removed from their list, which are still stored, but no withdrawn ones. */
function readMessages(read: Read, userId: string): Promise<Row[]> {
  return read`
    select id, case when from_user_id = ${userId} then 'you' else 'others' end as sender, subject, message, message_type,
      priority, in_reply_to, created_at, read_at, deleted_at
    from user_communication
    left join user_communication_state as state on communication_id = id and state.user_id = ${userId}
    where from_user_id = ${userId} or (withdrawn_at is null and (to_user_id = ${userId} or audience = 'broadcast'))
    order by created_at, id`
}

function readSubscription(read: Read, accountId: string): Promise<Row[]> {
  return read`
    select status, tier, renews_at, cancel_at_period_end, past_due_since from subscription
    where account_id = ${accountId}`
}

async function readPaymentSettings(read: Read, accountId: string): Promise<Row[]> {
  const rows = await read<{ monthlyCapCents: number | null }>`
    select card_brand, card_last4, card_exp_month, card_exp_year, enabled as auto_purchase,
      tier as auto_purchase_package, threshold_minutes, monthly_cap_cents
    from account
    left join payer on payer.account_id = account.id
    left join auto_purchase on auto_purchase.account_id = account.id
    where account.id = ${accountId} and coalesce(payer.account_id, auto_purchase.account_id) is not null`
  return rows.map(({ monthlyCapCents, ...row }) => ({
    ...row,
    monthlyLimitDollars: monthlyCapCents === null ? null : centsToDollars(monthlyCapCents),
  }))
}

/**
 * Returns what conversations left in the person's hands: steps, kept recaps with sources, notes, and saved time. What is
 * only proposed is there if its words are kept: an archive outlives the ten minutes of the others (D184, D185).
 */
async function readResults(read: LongRead, person: Person): Promise<Record<string, Row[]>> {
  const { id } = person
  return {
    next_steps: await read`
      select title, due_on::text, note, state, origin, agent.name as agent, session_id as conversation_id, at_second,
        next_step.created_at, edited_at, accepted_at, done_at
      from next_step left join agent on agent.id = agent_id
      where user_id = ${id} and (accepted_at is not null or session_id is null or exists (
        select from session_transcript where session_transcript.session_id = next_step.session_id))
      order by next_step.created_at, next_step.id`,
    next_step_settings: await read`
      select mail_reminders, accept_spoken, calendar_hash is not null as has_calendar_address, last_mailed_on::text
      from next_step_setting where user_id = ${id}`,
    recaps: await read`
      select recap.session_id as conversation_id, recap.title, recap.summary
      from conversation_recap as recap
      join session_transcript on session_transcript.session_id = recap.session_id
      where user_id = ${id} order by kept_at, recap.session_id`,
    sources_of_answers: await listSourcesOf(read, person),
    memory_notes: await readNotes(read, id),
    memory_settings: await read`select enabled, updated_at from memory_setting where user_id = ${id}`,
    saved_time: await read`
      select session_id as conversation_id, agent.name as agent, saved_minutes, answered_at, changed_at
      from saved_time join voice_session on voice_session.id = session_id join agent on agent.id = agent_id
      where saved_time.user_id = ${id} and saved_minutes is not null order by answered_at, session_id`,
  }
}

/** Returns what agents know of the person in every context, also where an organization does not show it. */
function readNotes(read: Read, userId: string): Promise<Row[]> {
  return read`
    select agent.name as agent, organization.name as organization, text, memory_note.state, origin,
      session_id as conversation_id, memory_note.created_at, edited_at, last_used_at
    from memory_note join agent on agent.id = agent_id
    left join organization on organization.id = memory_note.organization_id
    where user_id = ${userId} and (memory_note.state = 'active' or exists (
      select from session_transcript where session_transcript.session_id = memory_note.session_id))
    order by memory_note.created_at, memory_note.id`
}
