import type { Config } from '../config.ts'

/** Returns the name of the cookie that holds the session id. Over https its prefix binds it to this host. */
export function sessionCookieName(config: Config): string {
  return isSecure(config) ? '__Host-luna' : 'luna'
}

/** Returns whether people reach the site over https. */
export function isSecure({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith('https:') ?? false
}

/** Returns the attributes with which browsers receive the cookie, and with which it is removed. */
export function cookieAttributes(config: Config) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) } as const
}
