/** Returns the seconds of a time such as `0:41`, `12:00` or `1:02:03`; null for anything else. */
export function readDuration(text: string): number | null {
  if (!/^\d{1,6}(:[0-5]\d){1,2}$/.test(text.trim())) return null
  return text
    .trim()
    .split(':')
    .reduce((seconds, part) => seconds * 60 + Number(part), 0)
}
