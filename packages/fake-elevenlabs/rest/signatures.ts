/** Signed addresses: each opens one conversation, once, within its life. */
import { randomBytes } from 'node:crypto'
import { signatureLifeMs } from '../records/conversations.ts'

interface Grant {
  agentId: string
  conversationId: string
  expiresAtMs: number
}

export class Signatures {
  private readonly grants = new Map<string, Grant>()

  issue(agentId: string, conversationId: string, nowMs: number): string {
    for (const [signature, grant] of this.grants) if (grant.expiresAtMs <= nowMs) this.grants.delete(signature)
    const signature = `cvtkn_${randomBytes(20).toString('hex')}`
    this.grants.set(signature, { agentId, conversationId, expiresAtMs: nowMs + signatureLifeMs })
    return signature
  }

  /** Redeems a signature. Returns its conversation; null when it is unknown, used, expired or another agent's. */
  redeem(signature: string, agentId: string, nowMs: number): string | null {
    const grant = this.grants.get(signature)
    if (!grant || grant.agentId !== agentId) return null
    this.grants.delete(signature)
    return grant.expiresAtMs > nowMs ? grant.conversationId : null
  }
}
