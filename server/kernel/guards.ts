import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call, Who } from '#contract/call.ts'
import type { Tx } from '../database/sql.ts'
import type { Caller } from './serve.ts'
import type { Services } from './services.ts'

declare module 'fastify' {
  interface FastifyInstance {
    guards: Guards
  }
  interface FastifyRequest {
    /** Business time at which the request was admitted. */
    at: Date
  }
}

/** A write that is recorded, whichever call makes it. */
export interface RecordedAct {
  /** Records what a handler's transaction has changed, in that transaction; it may still be refused. */
  record(tx: Tx): Promise<void>
  /** Records a completed call that is not on record yet, such as a flow with transactions of its own. */
  finish(): Promise<void>
}

/**
 * The questions of the routes before and around every call. The kernel knows no people: identity implements these, and
 * adds to requests and to `Context` who makes them.
 */
export interface Guards {
  /** Finds out who makes the request, before any guard runs. */
  identify(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Returns what handlers learn about who makes a request, once `requireWho` has let it pass. */
  callerOf(request: FastifyRequest): Caller
  /** Throws the refusal for a request that may not make such a call. */
  requireWho(request: FastifyRequest, who: Who): Promise<void>
  /** Throws the refusal for a request that needs a fresh proof of identity. */
  requireProof(request: FastifyRequest): void
  /** Throws the refusal for a write in an organization that has ended. */
  refuseAfterEnd(request: FastifyRequest, call: Call): void
  /** Begins the record of a call by its name, such as `changeMember`. Returns null where none is kept. */
  beginAct(request: FastifyRequest, call: Call, name: string): Promise<RecordedAct | null>
}

/** Puts guards in front of every call of this part of the app. */
export function registerGuards(app: FastifyInstance, { clock }: Services, guards: Guards): void {
  app.decorate('guards', guards)
  app.decorateRequest('at')
  app.addHook('onRequest', async (request, reply) => {
    request.at = clock.now()
    await guards.identify(request, reply)
  })
}
