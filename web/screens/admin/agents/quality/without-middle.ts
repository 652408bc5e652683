/** How many characters stay beside a change. */
const kept = 120

/** Returns what two versions share with only the words beside a change: the end of its start, the start of its end. */
export function withoutMiddle(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const before = isLast ? '' : text.slice(-kept).replace(/^\S*\s+/, '')
  const after = isFirst ? '' : text.slice(0, kept).replace(/\s+\S*$/, '')
  if (text.length <= before.length + after.length + kept) return text
  const gap = isFirst ? '… ' : isLast ? ' …' : ' …\n… '
  return `${after}${gap}${before}`
}
