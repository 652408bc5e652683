import type { actChain } from '#contract/audit/acts.ts'
import { first, type Read, type Step } from '../database/sql.ts'
import type { AuditedRule } from './invariants.ts'
import type { RowOf } from '../kernel/serve.ts'

/** The chain of hashes over the record of staff's acts (docs/decisions/0041-a-chain-over-what-staff-did.md). */

/** Where the chain ends: the number of acts, and the hash of the last one in hexadecimal. */
export interface ChainHead {
  place: number
  hash: string
}

export async function readChainHead(read: Read): Promise<ChainHead> {
  const [head] = await read<ChainHead>`select place, encode(hash, 'hex') as hash from admin_act_head`
  if (!head) throw new Error('The head of the chain of acts is gone')
  return head
}

export type ChainCheck = NonNullable<RowOf<typeof actChain>>

/** Stores what an audit found of the chain: each act has the next place, so as many as it looked at. */
export async function keepChainCheck(step: Step, rules: readonly AuditedRule[], realAt: Date): Promise<void> {
  const chain = rules.find(({ name }) => name === 'broken_act_chain')
  if (!chain) throw new Error('The audit does not check the chain of acts')
  await step`
    insert into act_chain_check (place, checked_at, is_intact)
    values (${chain.lookedAt}, ${realAt}, ${chain.broken === 0})
    on conflict (is_only) do update set place = excluded.place, checked_at = excluded.checked_at,
      is_intact = excluded.is_intact`
}

/** Returns the last check of the chain; null before the first. */
export function readChainCheck(read: Read): Promise<ChainCheck | null> {
  return first(read<ChainCheck>`select place, checked_at, is_intact from act_chain_check`)
}
