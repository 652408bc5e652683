/**
 * Returns the path and query of a return path that stays on our own origin, otherwise the home page (D2). A path that
 * browsers would quietly repair (tabs, line breaks, backslashes) is never followed.
 */
export function resolveNext(next: string | null | undefined, origin: string): string {
  // eslint-disable-next-line no-control-regex
  if (!next || /[\u0000-\u001f\u007f\\]/.test(next)) return '/'
  const url = URL.parse(next, origin)
  if (!url || url.origin !== origin || !/^\/(?!\/)/.test(url.pathname)) return '/'
  return url.pathname + url.search
}
