import { expect, it } from 'vitest'
import type { Viewer } from './header/viewer.ts'
import { isFocused } from './frame-kind.ts'

const person = {} as NonNullable<Viewer['user']>

const paying = ['/checkout', '/subscribe', '/payment-return']
const registering =
  '/register /organization-signup /organization-checkout /organization-success /organization-register /organization-register-simple /organization-register-simplified /register/'
const [signingIn, others] = [
  ['/login', '/forgot-password', '/reset-password', '/join/abc'],
  ['/', '/dashboard', '/account/receipts', '/organization-info', '/registered', '/nowhere'],
]

it.each<[string, (typeof person | null | undefined)[], string[], boolean]>([
  ['focused where people register (D173)', [null, person, undefined], registering.split(' '), true],
  ['focused where people pay (D173)', [person], paying, true],
  ['whole around the landing page that visitors see where others pay (D1)', [null], paying, false],
  ['focused where people sign in (D173)', [null], signingIn, true],
  ['whole on every other screen', [person], others, false],
])('the frame is %s', (_title, people, paths, focused) => {
  for (const user of people)
    for (const path of paths) expect([path, isFocused({ path, user })]).toEqual([path, focused])
})
