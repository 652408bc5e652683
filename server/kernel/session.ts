import cookie from '@fastify/cookie'
import session from '@fastify/session'
import type { FastifyInstance, FastifyReply, FastifyRequest, Session } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { hashSecret, makeSecret } from './secrets.ts'
import { hasRows, type Read, type Tx } from '../database/sql.ts'
import { refusals } from './problem.ts'
import { cookieAttributes, sessionCookieName } from './session-cookie.ts'

declare module 'fastify' {
  interface Session {
    userId?: string
    /** The organization of the context on this browser; null for oneself, undefined until one was chosen (D122). */
    organizationId?: number | null
    /** Set for the one save that may insert a row; every other save only updates an existing row. */
    isNew?: boolean
    /** The browser's own description, for that one save, and business time at it. */
    userAgent?: string
    signedInAt?: Date
    /** The rest is read from the row and never stored here. Its lasting id: */
    rowId?: string
    /** Whether the row's end should be moved. */
    isTouchDue?: boolean
    /** The role for which the session's id was issued; null until it is noted. */
    roleMark?: string | null
    /** Whether the request came with the previous id, which has the rights of its own mark and no proof (D194). */
    isFormer?: boolean
    /** Whether the person proved who they are in the last five minutes. */
    isProvenLately?: boolean
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

/** Returns what a person may do at a moment, as one line; null for an unknown person. Identity provides it. */
type FindRoleMark = (read: Read, userId: string, at: Date) => Promise<string | null>

/** Stores sessions in the table `session` under the hash of the cookie's value (D15). */
class SessionStore {
  #database: Database
  #findRoleMark: FindRoleMark

  constructor(database: Database, findRoleMark: FindRoleMark) {
    this.#database = database
    this.#findRoleMark = findRoleMark
  }

  get(sid: string, done: (error: unknown, session?: Session | null) => void): void {
    this.#load(hashSecret(sid)).then(
      (found) => done(null, found),
      (error: unknown) => done(error),
    )
  }

  set(sid: string, value: Session, done: (error?: unknown) => void): void {
    this.#save(hashSecret(sid), value).then(
      () => done(),
      (error: unknown) => done(error),
    )
  }

  destroy(sid: string, done: (error?: unknown) => void): void {
    this.#database
      .write((tx) => tx`delete from session where sid = ${hashSecret(sid)}`)
      .then(
        () => done(),
        (error: unknown) => done(error),
      )
  }

  async #load(hashedSid: string): Promise<Session | null> {
    const { read } = this.#database
    const [row] = await read<LoadedRow>`
      select id as row_id, sess, role_mark, false as is_former,
        proven_at > now() - ${`${provenMinutes} minutes`}::interval as is_proven_lately,
        last_seen_at < now() - interval '1 hour' or expire < least(now() + ${`${idleDays} days`}::interval,
        created_at + ${`${absoluteDays} days`}::interval) - interval '1 hour' as is_touch_due
      from session where sid = ${hashedSid} and expire > now()`
    const found = row ?? (await findRenewed(read, hashedSid))
    if (!found) return null
    const { sess, ...told } = found
    return Object.assign(sess, told)
  }

  /** A request under way must not restore a session that sign-out has just removed, so only a new one is inserted. */
  async #save(hashedSid: string, value: Session): Promise<void> {
    if (!value.userId) return
    const userId = value.userId
    const sess = { userId, organizationId: value.organizationId, cookie: value.cookie }
    await this.#database.write(async (tx) => {
      if (value.isNew) {
        const mark = value.signedInAt ? await this.#findRoleMark(tx, userId, value.signedInAt) : null
        await tx`
          insert into session (sid, sess, expire, user_id, user_agent, created_at, last_seen_at, proven_at, role_mark)
          values (${hashedSid}, ${sess}, now() + ${`${idleDays} days`}::interval, ${userId}, ${value.userAgent ?? ''},
            now(), now(), now(), ${mark})`
      } else if (value.rowId) {
        await tx`update session set sess = ${sess} where id = ${value.rowId}`
      } else {
        await tx`update session set sess = ${sess} where sid = ${hashedSid}`
      }
    })
  }
}

type LoadedRow = { sess: Session } & Pick<Session, 'rowId' | 'roleMark' | 'isFormer' | 'isProvenLately' | 'isTouchDue'>

/** Returns the session that had this id until a moment ago. */
async function findRenewed(read: Read, hashedSid: string): Promise<LoadedRow | undefined> {
  const [row] = await read<LoadedRow>`
    select id as row_id, sess, previous_mark as role_mark, true as is_former, false as is_proven_lately,
      false as is_touch_due
    from session where previous_sid = ${hashedSid} and previous_until > now() and expire > now()`
  return row
}

/** Registers cookies and sessions on the given part of the app. */
export async function registerSessions(
  app: FastifyInstance,
  config: Config,
  database: Database,
  findRoleMark: FindRoleMark,
): Promise<void> {
  await app.register(cookie)
  await app.register(session, {
    secret: [config.sessionSecret, ...(config.previousSessionSecret ? [config.previousSessionSecret] : [])],
    cookieName: sessionCookieName(config),
    cookie: { ...cookieAttributes(config), maxAge: absoluteDays * dayMs },
    store: new SessionStore(database, findRoleMark),
    idGenerator: (request) => (request && chosenIds.get(request)) ?? makeSecret(),
    saveUninitialized: false,
    rolling: false,
  })
  // An answer that sets a cookie is for one browser alone (D195).
  app.addHook('onSend', async (_request, reply) => {
    if (reply.hasHeader('set-cookie')) reply.header('cache-control', 'no-store')
  })
}

/** Ids that were stored before the plugin assigns them to its session. */
const chosenIds = new WeakMap<FastifyRequest, string>()

/**
 * Notes another mark of the role. After a change of role the session continues under a new id (D15). Of several requests
 * at once the first renews; the others were under way and are accepted with the rights that they had (D194).
 */
export async function noteRole(
  database: Database,
  request: FastifyRequest,
  mark: string,
  isOtherRole: boolean,
): Promise<void> {
  const { rowId } = request.session
  if (!isOtherRole) {
    await database.write((tx) => tx`update session set role_mark = ${mark} where id = ${rowId}`)
    return
  }
  const next = makeSecret()
  if (await database.write((tx) => storeId(tx, request, next, mark))) await continueUnder(request, next)
}

/**
 * Notes that the person of this session has just proven who they are, and continues it under a new id, so that the former
 * one never has the proof (D194). Returns until when the proof counts.
 */
export async function noteProof(database: Database, request: FastifyRequest): Promise<Date> {
  const next = makeSecret()
  const proof = await database.write(async (tx) => {
    const isRenewed = await storeId(tx, request, next, null)
    const [row] = await tx<{ until: Date }>`
      update session set proven_at = now() where id = ${request.session.rowId}
      returning proven_at + ${`${provenMinutes} minutes`}::interval as until`
    return row && { ...row, isRenewed }
  })
  if (!proof) throw refusals.signedOut()
  if (proof.isRenewed) await continueUnder(request, next)
  return proof.until
}

/** Stores a new id for a session. The former one has its last minute. Returns false if another request was first. */
async function storeId(tx: Tx, request: FastifyRequest, next: string, mark: string | null): Promise<boolean> {
  const renewed = await tx`
    update session set sid = ${hashSecret(next)}, role_mark = coalesce(${mark}, role_mark), previous_sid = sid,
      previous_mark = role_mark, previous_until = now() + ${`${previousIdSeconds} seconds`}::interval
    where sid = ${hashSecret(request.session.sessionId)} returning id`
  return renewed.length > 0
}

/** Answers a request under the id that was stored for its session. */
async function continueUnder(request: FastifyRequest, next: string): Promise<void> {
  chosenIds.set(request, next)
  await request.session.regenerate(['userId', 'organizationId', 'rowId', 'isProvenLately'])
  chosenIds.delete(request)
  await request.session.save()
}

/** Signs a person in on this browser under a new session id. */
export async function signIn(request: FastifyRequest, userId: string): Promise<void> {
  await request.session.regenerate()
  request.session.userId = userId
  request.session.isNew = true
  request.session.userAgent = (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength)
  request.session.signedInAt = request.at
  await request.session.save()
  request.session.isNew = undefined
  request.session.userAgent = undefined
  request.session.signedInAt = undefined
}

/** Sets the context on this browser: another organization, or the person themselves (D122). */
export async function setContext(request: FastifyRequest, organizationId: number | null): Promise<void> {
  request.session.organizationId = organizationId
  await request.session.save()
}

/** Ends this browser's session and makes the browser delete what it stored, the cookie first. */
export async function signOut(
  { config }: { config: Config },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // The plugin removes a cookie without a session.
  if (request.session?.userId) {
    await request.session.destroy()
    reply.clearCookie(sessionCookieName(config), cookieAttributes(config))
  }
  reply.header('clear-site-data', '"cache"')
}

/**
 * Extends the session: seven days without use end it, thirty days in any case. Updates its row once an hour at most.
 */
export async function touchSession(database: Database, request: FastifyRequest): Promise<void> {
  await database.write(
    (tx) => tx`
      update session set last_seen_at = now(),
        expire = least(now() + ${`${idleDays} days`}::interval, created_at + ${`${absoluteDays} days`}::interval)
      where id = ${request.session.rowId}`,
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
export async function endOtherSessions(tx: Tx, request: FastifyRequest): Promise<number> {
  const { rowId, userId } = request.session
  await tx`update session set previous_sid = null where id = ${rowId}`
  return (await tx`delete from session where user_id = ${userId} and id <> ${rowId} returning id`).length
}

export async function deleteExpiredSessions(tx: Tx): Promise<void> {
  await tx`delete from session where expire < now()`
}
