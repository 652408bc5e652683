import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '@luna/standin-kit/journal.ts'
import { invalidRequest, StripeFault, type FaultBody } from './faults.ts'

const KEPT_MS = 24 * 3_600_000
const LONGEST_KEY = 255

/** The first answer to a key: a result, or the fault in which its work ended. */
type Kept = { fingerprint: string; atMs: number; result?: object; status?: number; fault?: FaultBody }

type Replays = {
  /**
   * Runs the call, or repeats the answer that the first call with the same `Idempotency-Key` got. Other parameters
   * under the same key are Stripe's 400 `idempotency_error`.
   */
  once(request: FastifyRequest, reply: FastifyReply, run: () => object): object
}

/** Implements idempotency like Stripe: refusals of wrong parameters are not kept, declined cards are. */
export function createReplays(store: Store): Replays {
  for (const { id, atMs } of store.list<Kept & { id: string }>('replay')) {
    if (Date.now() - atMs > KEPT_MS) store.remove('replay', id)
  }

  return {
    once(request, reply, run) {
      const key = request.headers['idempotency-key']
      if (request.method !== 'POST' || typeof key !== 'string') return run()
      if (key.length > LONGEST_KEY) throw invalidRequest(`Idempotency keys have at most ${LONGEST_KEY} characters.`)
      const fingerprint = createHash('sha256')
        .update(`${request.url} ${String(request.body)}`)
        .digest('base64url')
      const kept = store.get<Kept>('replay', key)
      if (kept !== undefined) return replay(kept, key, fingerprint, reply)
      reply.header('idempotency-key', key)
      const keep = (outcome: Partial<Kept>) =>
        store.put('replay', key, { id: key, fingerprint, atMs: Date.now(), ...outcome })
      try {
        const result = run()
        keep({ result })
        return result
      } catch (error) {
        if (error instanceof StripeFault && error.status === 402) keep({ status: error.status, fault: error.body })
        throw error
      }
    },
  }
}

function replay(kept: Kept, key: string, fingerprint: string, reply: FastifyReply): object {
  if (kept.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
    throw new StripeFault(400, { type: 'idempotency_error', message })
  }
  reply.headers({ 'idempotency-key': key, 'idempotent-replayed': 'true' })
  if (kept.fault !== undefined) throw new StripeFault(kept.status ?? 402, kept.fault)
  return kept.result!
}
