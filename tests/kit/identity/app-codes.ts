import { Secret, TOTP } from 'otpauth'

/** Returns what an authenticator app shows for a secret, this many 30 s steps from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Waits for the next 30 s step when the current one is nearly over, so that a code stays valid while it is checked. */
export async function passStep(): Promise<void> {
  const leftMs = 30_000 - (Date.now() % 30_000)
  if (leftMs < 8_000) await new Promise((resolve) => setTimeout(resolve, leftMs + 50))
}

/** Returns a code that is right at no tolerated step. */
export function wrongCodeOf(secret: string): string {
  const right = new Set([-3, -2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
    (code) => !right.has(code),
  )!
}
