import { Secret, TOTP } from 'otpauth'

/** Returns what an authenticator app shows for a secret at this time, this many 30 s steps later. */
export function codeOf(secret: string, steps = 0, at = new Date()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() + steps * 30_000 })
}

/** Returns a code that is right at no tolerated step. */
export function wrongCodeOf(secret: string): string {
  const right = new Set([-3, -2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
    (code) => !right.has(code),
  )!
}
