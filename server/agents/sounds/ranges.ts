/** Part of a file, both ends included; `whole` when the header cannot be used, `none` when the file ends before it. */
export type Range = { from: number; to: number } | 'whole' | 'none'

/** Returns what a `Range` header asks of a file (RFC 9110). Several ranges at once get the whole file, as is allowed. */
export function readRange(header: string | undefined, length: number): Range {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') return Number(last) === 0 ? 'none' : { from: Math.max(0, length - Number(last)), to: length - 1 }
  const [from, to] = [Number(first), last === '' ? length - 1 : Math.min(Number(last), length - 1)]
  if (last !== '' && Number(last) < from) return 'whole'
  return from >= length ? 'none' : { from, to }
}
