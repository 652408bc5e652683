import type { Config } from '../config.ts'

/** Name of the cookie that holds the session id; over https the prefix binds it to this host. */
export function sessionCookieName(config: Config): string {
  return isSecure(config) ? '__Host-luna' : 'luna'
}

/** Whether people reach the site over https. */
export function isSecure({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith('https:') ?? false
}

/** What every browser is told of it, also when it is taken back. */
export function cookieAttributes(config: Config) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) } as const
}
