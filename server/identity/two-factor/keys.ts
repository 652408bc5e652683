import type { Config } from '../../config.ts'
import { deriveKey } from '../../kernel/secrets.ts'
import type { Keys } from './two-factor.ts'

/** Returns the keys that encrypt secrets of apps: the current key, and the former one while it is known. */
export function keysOf({ sessionSecret, previousSessionSecret }: Config): Keys {
  const key = deriveKey(sessionSecret, 'two-factor')
  return previousSessionSecret === null ? [key] : [key, deriveKey(previousSessionSecret, 'two-factor')]
}
