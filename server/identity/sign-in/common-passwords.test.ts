import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const email = 'robin.reed@example.com'
const judge = (password: string) => isCommonPassword(password, email)

describe('passwords that attackers guess first (D11 [S])', () => {
  it.each('password123 PASSWORD123 iloveyou2 princess1 qwerty12345 liverpool1 michelle1 blink182'.split(' '))(
    '%s was found in leaks',
    async (password) => expect(await judge(password)).toBe(true),
  )

  it.each(['aaaaaaaa', 'abababab', '123123123', '12341234', '987654321', '0987654321', 'abcdefgh', 'hgfedcba'])(
    '%s is a pattern',
    async (password) => expect(await judge(password)).toBe(true),
  )

  it.each(['summer2026', 'Winter2031!', 'password1!', email, 'Robin.Reed'])('%s is a guess', async (password) =>
    expect(await judge(password)).toBe(true),
  )

  it.each(['luna-demo-1', 'correct-horse-7', 'kx7-mq4z', 'Ngọc-và-biển', 'summer-rain-2026'])(
    '%s is none of these',
    async (password) => expect(await judge(password)).toBe(false),
  )
})
