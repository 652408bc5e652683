import { expect, it } from 'vitest'
import { checkPassword, hashPassword } from './password-hash.ts'

it('hashes with argon2id, 19 MiB, 2 passes and 1 lane, and recognizes the password (D11 [S])', async () => {
  const stored = await hashPassword('correct-horse-7')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await checkPassword(stored, 'correct-horse-7')).toEqual({ matches: true, isFormer: false })
  expect(await checkPassword(stored, 'correct-horse-8')).toEqual({ matches: false, isFormer: false })
})

it('recognizes no password where none is stored (D13)', async () => {
  expect(await checkPassword(null, 'nobody has this password')).toEqual({ matches: false, isFormer: false })
})
