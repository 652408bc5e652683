import type { Read } from '../database/sql.ts'

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
