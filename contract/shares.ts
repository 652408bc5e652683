/** Returns a part of a whole in whole percent, rounded down, so that only all of it is `100%`. */
export function formatShare(part: number, whole: number): string {
  return `${sharePercent(part, whole)}%`
}

/** Returns the same as a number; 0 of nothing. */
export function sharePercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((part * 100) / whole)
}
