/** Compares what a client played with what it received, sample by sample, at the same rate. */

const blockSamples = 160
/** 1 % of full scale: quieter blocks of the same voice look alike and do not show where they belong. */
const quiet = 328

/**
 * Returns the share of `sent` that was played unchanged and in order, in blocks of 10 ms. Faded blocks do not count,
 * and quiet ones are left out.
 */
export function shareHeard(sent: Int16Array, played: ArrayLike<number>): number {
  let blocks = 0
  let found = 0
  let from = 0
  for (let at = 0; at + blockSamples <= sent.length; at += blockSamples) {
    const block = sent.subarray(at, at + blockSamples)
    if (block.every((sample) => Math.abs(sample) < quiet)) continue
    blocks++
    const place = indexOf(played, block, from)
    if (place < 0) continue
    found++
    from = place + blockSamples
  }
  return blocks === 0 ? 1 : found / blocks
}

function indexOf(played: ArrayLike<number>, block: Int16Array, from: number): number {
  for (let start = from; start + block.length <= played.length; start++) {
    let at = 0
    while (at < block.length && played[start + at] === block[at]) at++
    if (at === block.length) return start
  }
  return -1
}
