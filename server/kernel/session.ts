import cookie, { Signer } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { hashSecret, installationSecrets, makeSecret } from './secrets.ts'
import { hasRows, type Read, type Tx } from '../database/sql.ts'
import { refusals } from './problem.ts'
import type { Services } from './services.ts'
import { cookieAttributes, sessionCookieName } from './session-cookie.ts'

/** The session of a request, as its row is now (D15). */
export interface RequestSession {
  /** The hash of the id that the request came with. */
  sid: string
  /** Its lasting id. */
  rowId: string
  userId: string
  /** The organization of the context on this browser; null for oneself, undefined until one was chosen (D122). */
  organizationId: number | null | undefined
  /** The role for which the session's id was issued; null until it is noted. */
  roleMark: string | null
  /** Whether the request came with the previous id, which has the rights of its own mark and no proof (D194). */
  isFormer: boolean
  /** Whether the person proved who they are in the last five minutes. */
  isProvenLately: boolean
  /** Whether the row's end should be moved. */
  isTouchDue: boolean
  /** Another text as soon as anything has changed of what requests and pages read of the person. */
  version: string
}

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions
  }
  interface FastifyRequest {
    /** Null without a valid cookie. */
    session: RequestSession | null
  }
}

const idleDays = 7
const absoluteDays = 30
const dayMs = 24 * 60 * 60_000
const maxUserAgentLength = 400
/** How long a proof of identity allows what requires one. */
const provenMinutes = 5
/** How long requests that were under way are accepted with the previous id. */
const previousIdSeconds = 60

/** Identity provides these. */
interface SessionDoors {
  /** Returns the sessions whose ids have these hashes, each with the version of its person. */
  findSessions(read: Read, sids: readonly string[], at: Date): Promise<RequestSession[]>
  /** Returns what a person may do at a moment, as one line; null for an unknown person. */
  findRoleMark(read: Read, userId: string, at: Date): Promise<string | null>
}

/** Sign-in and sign-out need these besides the request. */
interface Sessions extends SessionDoors {
  database: Database
  /** Makes the browser keep an id. Browsers refuse a secure cookie that comes without https, so none is sent. */
  give(request: FastifyRequest, reply: FastifyReply, id: string): void
  /** Makes the browser forget its id. */
  take(reply: FastifyReply): void
}

/**
 * Registers cookies and sessions on the given part of the app. A cookie is the session's id, signed; the table `session`
 * keeps only the hash of the id.
 */
export async function registerSessions(
  app: FastifyInstance,
  { config, database, clock }: Services,
  doors: SessionDoors,
): Promise<void> {
  const find = findTogether((sids) => doors.findSessions(database.read, sids, clock.now()))
  const name = sessionCookieName(config)
  const attributes = cookieAttributes(config)
  const signer = new Signer(installationSecrets(config))
  await app.register(cookie)
  app.decorate('sessions', {
    ...doors,
    database,
    give: (request, reply, id) => {
      if (attributes.secure && request.protocol !== 'https') return
      reply.setCookie(name, signer.sign(id), { ...attributes, expires: new Date(Date.now() + absoluteDays * dayMs) })
    },
    take: (reply) => void reply.clearCookie(name, attributes),
  })
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request, reply) => {
    const given = request.cookies[name]
    if (!given) return
    const { value } = signer.unsign(given)
    request.session = value === null ? null : await find(hashSecret(value))
    if (!request.session) app.sessions.take(reply)
  })
  // An answer that sets a cookie is for one browser alone (D195).
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.hasHeader('set-cookie')) reply.header('cache-control', 'no-store')
    done()
  })
}

/** More would only make each of them wait longer. */
const mostAtOnce = 100

/**
 * Returns what finds one session. Requests that arrive in one turn of the event loop are answered by one statement: it
 * reads as freshly for each of them, and the server that has the most to do saves the most.
 */
function findTogether(read: (sids: readonly string[]) => Promise<RequestSession[]>) {
  let waiting = new Map<string, PromiseWithResolvers<RequestSession | null>>()
  const answer = async () => {
    const asked = waiting
    if (asked.size === 0) return
    waiting = new Map()
    try {
      const found = await read([...asked.keys()])
      for (const session of found) asked.get(session.sid)?.resolve(session)
      for (const one of asked.values()) one.resolve(null)
    } catch (error) {
      for (const one of asked.values()) one.reject(error)
    }
  }
  return (sid: string): Promise<RequestSession | null> => {
    if (waiting.size >= mostAtOnce) void answer()
    if (waiting.size === 0) setImmediate(() => void answer())
    const one = waiting.get(sid) ?? Promise.withResolvers()
    waiting.set(sid, one)
    return one.promise
  }
}

/**
 * Notes another mark of the role. After a change of role the session continues under a new id (D15). Of several requests
 * at once the first renews; the others were under way and are accepted with the rights that they had (D194).
 */
export async function noteRole(
  request: FastifyRequest,
  reply: FastifyReply,
  session: RequestSession,
  { mark, isOtherRole }: { mark: string; isOtherRole: boolean },
): Promise<void> {
  const { database, give } = request.server.sessions
  if (!isOtherRole) {
    await database.write((tx) => tx`update session set role_mark = ${mark} where id = ${session.rowId}`)
    return
  }
  const next = makeSecret()
  if (await database.write((tx) => storeId(tx, session, next, mark))) give(request, reply, next)
}

/**
 * Notes that the person of this session has just proven who they are, and continues it under a new id, so that the former
 * one never has the proof (D194). Returns until when the proof counts.
 */
export async function noteProof(request: FastifyRequest, reply: FastifyReply): Promise<Date> {
  const { database, give } = request.server.sessions
  const { session } = request
  if (!session) throw refusals.signedOut()
  const next = makeSecret()
  const proof = await database.write(async (tx) => {
    const isRenewed = await storeId(tx, session, next, null)
    const [row] = await tx<{ until: Date }>`
      update session set proven_at = now() where id = ${session.rowId}
      returning proven_at + ${`${provenMinutes} minutes`}::interval as until`
    return row && { ...row, isRenewed }
  })
  if (!proof) throw refusals.signedOut()
  if (proof.isRenewed) give(request, reply, next)
  return proof.until
}

/** Stores a new id for a session. The former one has its last minute. Returns false if another request was first. */
function storeId(tx: Tx, { sid }: RequestSession, next: string, mark: string | null): Promise<boolean> {
  return hasRows(tx`
    update session set sid = ${hashSecret(next)}, role_mark = coalesce(${mark}, role_mark), previous_sid = sid,
      previous_mark = role_mark, previous_until = now() + ${`${previousIdSeconds} seconds`}::interval
    where sid = ${sid} returning id`)
}

/** Signs a person in on this browser under a new session id. */
export async function signIn(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void> {
  const { database, findRoleMark, give } = request.server.sessions
  const id = makeSecret()
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength)
  await database.write(async (tx) => {
    if (request.session) await tx`delete from session where id = ${request.session.rowId}`
    const mark = await findRoleMark(tx, userId, request.at)
    await tx`
      insert into session (sid, sess, expire, user_id, user_agent, created_at, last_seen_at, proven_at, role_mark)
      values (${hashSecret(id)}, ${{ userId }}, now() + ${`${idleDays} days`}::interval, ${userId}, ${userAgent}, now(),
        now(), now(), ${mark})`
  })
  give(request, reply, id)
}

/** Sets the context on this browser: another organization, or the person themselves (D122). */
export async function setContext(request: FastifyRequest, organizationId: number | null): Promise<void> {
  await request.server.sessions.database.write(
    (tx) => tx`update session set sess = sess || ${{ organizationId }}::jsonb where id = ${request.session?.rowId}`,
  )
}

/** Ends this browser's session and makes the browser delete what it stored, the cookie first. */
export async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { database, take } = request.server.sessions
  const { session } = request
  // Without a session, the cookie has already been removed.
  if (session) {
    await database.write((tx) => endSession(tx, session.userId, session.rowId))
    take(reply)
  }
  reply.header('clear-site-data', '"cache"')
}

/**
 * Extends the session: seven days without use end it, thirty days in any case. Updates its row once an hour at most.
 */
export async function touchSession(database: Database, { rowId }: RequestSession): Promise<void> {
  await database.write(
    (tx) => tx`
      update session set last_seen_at = now(),
        expire = least(now() + ${`${idleDays} days`}::interval, created_at + ${`${absoluteDays} days`}::interval)
      where id = ${rowId}`,
  )
}

/** Ends every session of a person. */
export async function endSessionsOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from session where user_id = ${userId}`
}

/** Ends one session of a person. Returns whether there was one. */
export function endSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  return hasRows(tx`delete from session where id = ${id} and user_id = ${userId} returning id`)
}

/** Ends every session of the requesting person except this one, and its former id. Returns how many. */
export async function endOtherSessions(tx: Tx, { session }: FastifyRequest): Promise<number> {
  if (!session) throw refusals.signedOut()
  const { rowId, userId } = session
  await tx`update session set previous_sid = null where id = ${rowId}`
  return (await tx`delete from session where user_id = ${userId} and id <> ${rowId} returning id`).length
}

export async function deleteExpiredSessions(tx: Tx): Promise<void> {
  await tx`delete from session where expire < now()`
}
