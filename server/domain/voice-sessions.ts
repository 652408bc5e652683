import type { EndReason } from '#contract/voice-socket.ts'
import type { Read, Tx } from '../database/sql.ts'
import { openHold, settleHold } from './ledger.ts'

/** Conversations and their settlement. Liveness stamps (`real`) are real time, all other times business time. */

const startHoldMs = 60_000
const minStartMs = 60_000
/** Talk below this is free (D71). */
export const freeBelowMs = 10_000

export type SessionStatus = 'active' | 'completed' | 'failed' | 'abandoned'

export interface NewSession {
  userId: string
  accountId: string
  agentId: string
  conversationId: string
  gatewayId: number
  resumeOf: string | undefined
  at: Date
  real: Date
}

export type StartResult =
  | { state: 'started'; id: string }
  | { state: 'active'; sessionId: string }
  | { state: 'insufficient' }

/** Opens a conversation and holds its first minute in one step; one live conversation per person (D69, D74). */
export async function startSession(tx: Tx, session: NewSession): Promise<StartResult> {
  const [row] = await tx<{ id: string }>`
    insert into voice_session (user_id, account_id, agent_id, conversation_id, gateway_id, resume_of, created_at,
      last_tick_at)
    values (${session.userId}, ${session.accountId}, ${session.agentId}, ${session.conversationId},
      ${session.gatewayId}, ${session.resumeOf}, ${session.at}, ${session.real})
    on conflict (user_id) where status = 'active' do nothing returning id`
  if (!row) {
    const active = await findActive(tx, session.userId)
    return active ? { state: 'active', sessionId: active } : startSession(tx, session)
  }
  const hold = { id: row.id, accountId: session.accountId, wantMs: startHoldMs, minMs: minStartMs, at: session.at }
  const granted = await openHold(tx, hold)
  if (granted !== null) return { state: 'started', id: row.id }
  await tx`delete from voice_session where id = ${row.id}`
  return { state: 'insufficient' }
}

export async function findActive(read: Read, userId: string): Promise<string | null> {
  const [row] = await read<{ id: string }>`
    select id from voice_session where user_id = ${userId} and status = 'active'`
  return row?.id ?? null
}

/** Free talk time of an account in milliseconds, for the check before a conversation starts. */
export async function readFreeMs(read: Read, accountId: string): Promise<number> {
  const [row] = await read<{ freeMs: number }>`
    select monthly_ms + purchased_ms - held_ms as free_ms from account where id = ${accountId}`
  return row?.freeMs ?? 0
}

/** Uncharged conversations of a person since `since`; starts that failed by a fault do not count (D71). */
export async function countUncharged(read: Read, userId: string, since: Date): Promise<number> {
  const [row] = await read<{ count: number }>`
    select count(*) from voice_session
    where user_id = ${userId} and status <> 'active' and charged_ms = 0
      and not (end_reason = 'fault' and connected_at is null) and created_at > ${since}`
  return row?.count ?? 0
}

export async function setProviderAddress(
  tx: Tx,
  sessionId: string,
  provider: { url: string; conversationId: string | null },
): Promise<void> {
  await tx`
    update voice_session set provider_url = ${provider.url},
      conversation_id = coalesce(${provider.conversationId}, conversation_id)
    where id = ${sessionId} and status = 'active'`
}

/** Makes the one-time address valid; false when the conversation is over or another's. */
export async function setToken(
  tx: Tx,
  session: { id: string; userId: string; tokenHash: string; expiresAt: Date },
): Promise<boolean> {
  const rows = await tx`
    update voice_session set token_hash = ${session.tokenHash}, token_expires_at = ${session.expiresAt}
    where id = ${session.id} and user_id = ${session.userId} and status = 'active' returning id`
  return rows.length > 0
}

export interface OpenedSession {
  id: string
  userId: string
  accountId: string
  agentId: string
  firstName: string
  conversationId: string
  providerUrl: string | null
  resumeOf: string | null
}

/**
 * Uses the one-time address up; null when it is unknown, used, expired or of another conversation. A conversation that
 * was opened before can only be taken up where it is carried (`isCarried`).
 */
export async function openWithToken(
  tx: Tx,
  session: { id: string; tokenHash: string; gatewayId: number; isCarried: boolean; real: Date },
): Promise<OpenedSession | null> {
  const [found] = await tx<{ providerUrl: string | null }>`
    select provider_url from voice_session
    where id = ${session.id} and token_hash = ${session.tokenHash} and token_expires_at > ${session.real}
      and status = 'active' and (provider_url is not null or ${session.isCarried}) for update`
  if (!found) return null
  const [row] = await tx<OpenedSession>`
    update voice_session set token_hash = null, provider_url = null, gateway_id = ${session.gatewayId},
      last_tick_at = ${session.real}
    from users where voice_session.id = ${session.id} and users.id = voice_session.user_id
    returning voice_session.id, voice_session.user_id, voice_session.account_id, voice_session.agent_id,
      users.first_name, voice_session.conversation_id, voice_session.resume_of`
  return row ? { ...row, providerUrl: found.providerUrl } : null
}

/** How far a conversation has come, as its gateway measured it. */
export interface Progress {
  /** Talk time in whole milliseconds. */
  usedMs: number
  agentSpoke: boolean
  /** The provider's conversation start: from here on time is charged (D70). */
  begun: { conversationId: string; at: Date } | null
}

/** Records progress; false when the conversation was ended elsewhere. */
export async function recordTick(tx: Tx, sessionId: string, progress: Progress, real: Date): Promise<boolean> {
  const rows = await tx`
    update voice_session set
      used_ms = greatest(used_ms, ${progress.usedMs}),
      agent_spoke = agent_spoke or ${progress.agentSpoke},
      connected_at = coalesce(connected_at, ${progress.begun?.at}),
      conversation_id = coalesce(${progress.begun?.conversationId}, conversation_id),
      last_tick_at = ${real}
    where id = ${sessionId} and status = 'active' returning id`
  return rows.length > 0
}

export interface Ending {
  id: string
  reason: EndReason
  /** Left out: as far as the last tick recorded it. */
  progress?: Progress
  at: Date
}

interface ActiveRow {
  userId: string
  usedMs: number
  agentSpoke: boolean
  connectedAt: Date | null
}

/** Ends and charges a conversation exactly once; answers whether this call did it. */
export async function settleSession(tx: Tx, ending: Ending): Promise<boolean> {
  const [row] = await tx<ActiveRow>`
    select user_id, used_ms, agent_spoke, connected_at from voice_session
    where id = ${ending.id} and status = 'active' for update`
  if (!row) return false
  const connectedAt = row.connectedAt ?? ending.progress?.begun?.at ?? null
  const usedMs = connectedAt ? (ending.progress?.usedMs ?? row.usedMs) : 0
  const agentSpoke = row.agentSpoke || (ending.progress?.agentSpoke ?? false)
  const { status, free } = judge(ending.reason, usedMs, agentSpoke, connectedAt !== null)
  const chargeMs = free ? 0 : Math.floor(usedMs / 1000) * 1000
  const settled = await settleHold(tx, { id: ending.id, chargeMs, userId: row.userId, notes: free, at: ending.at })
  await tx`
    update voice_session set status = ${status}, end_reason = ${ending.reason}, used_ms = ${usedMs},
      charged_ms = ${settled.chargedMs}, agent_spoke = ${agentSpoke}, connected_at = ${connectedAt}, ended_at = ${ending.at},
      token_hash = null,
      provider_url = null
    where id = ${ending.id}`
  return true
}

/** Status after the end, and the reason when nothing is charged (D71, D72). */
function judge(
  reason: EndReason,
  usedMs: number,
  agentSpoke: boolean,
  connected: boolean,
): { status: SessionStatus; free: string | null } {
  if (!connected) return { status: 'failed', free: 'Not charged: the conversation did not start' }
  if (!agentSpoke) return { status: 'failed', free: 'Not charged: no sound from the agent' }
  const isShort = usedMs < freeBelowMs
  const free = isShort ? 'Not charged: under 10 seconds' : null
  if (reason === 'fault' && isShort) return { status: 'failed', free }
  return { status: reason === 'gone' ? 'abandoned' : 'completed', free }
}

/** Class of the advisory locks that living gateways hold. */
export const gatewayLockClass = 7201

export interface Orphan {
  id: string
  wasOpened: boolean
  /** The process that carried it is gone, or has lost its lock a moment ago. */
  hasDeadGateway: boolean
}

/**
 * Live rows that nobody carries any more: an address not opened in time, no tick for 30 s, or a gateway whose lock is
 * gone (D75).
 */
export function listOrphans(read: Read, real: Date): Promise<Orphan[]> {
  const lastTick = new Date(real.getTime() - 30_000)
  return read<Orphan>`
    select * from (
      select id, provider_url is null as was_opened, token_expires_at, last_tick_at,
        not exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
          and classid = ${gatewayLockClass}::bigint::oid and objid = gateway_id::bigint::oid
          and database = (select oid from pg_database where datname = current_database())) as has_dead_gateway
      from voice_session where status = 'active'
    ) as live
    where has_dead_gateway or (was_opened and last_tick_at < ${lastTick})
      or (not was_opened and coalesce(token_expires_at, last_tick_at + interval '1 minute') < ${real})`
}
