/** Query parameters that are secret: they must not be read off a screen or passed on with a link. */
const secretNames = ['token', 'setup', 'payment_intent_client_secret', 'setup_intent_client_secret']

/**
 * Removes tokens from the address bar before anything else runs (D18, D24). They stay with this entry of the tab's
 * history, so that a reload still finds them.
 */
export function hideSecrets(): void {
  const url = new URL(location.href)
  const found = secretNames.filter((name) => url.searchParams.has(name))
  if (found.length === 0) return
  const secrets = Object.fromEntries(found.map((name) => [name, url.searchParams.get(name)]))
  for (const name of found) url.searchParams.delete(name)
  history.replaceState({ secrets }, '', url.pathname + url.search)
}

/** Returns a token that came with this page's address, or null. */
export function readSecret(name: string): string | null {
  const state = history.state as { secrets?: Record<string, string> } | null
  return state?.secrets?.[name] || null
}
