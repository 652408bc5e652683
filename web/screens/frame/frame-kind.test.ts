import { describe, expect, it } from 'vitest'
import type { Viewer } from './header/viewer.ts'
import { frameKind } from './frame-kind.ts'

const person = {} as NonNullable<Viewer['user']>

describe('frameKind', () => {
  it('leaves nothing to wander off to where people register and pay (D173)', () => {
    for (const user of [null, person, undefined]) {
      for (const path of [
        '/register',
        '/organization-checkout',
        '/organization-success',
        '/organization-register',
        '/organization-register-simple',
        '/organization-register-simplified',
        '/register/',
      ]) {
        expect(frameKind({ path, user })).toBe('focused')
      }
    }
    for (const path of ['/checkout', '/subscribe', '/payment-return']) {
      expect(frameKind({ path, user: person })).toBe('focused')
    }
  })

  it('keeps the whole frame around the landing page that visitors see where others pay (D1)', () => {
    for (const path of ['/checkout', '/subscribe', '/payment-return']) {
      expect(frameKind({ path, user: null })).toBe('whole')
    }
  })

  it('drops footer and phone bar where people sign in (D173)', () => {
    for (const path of ['/login', '/forgot-password', '/reset-password', '/organization-signup', '/join/abc']) {
      expect(frameKind({ path, user: null })).toBe('header')
    }
  })

  it('leaves every other screen its whole frame', () => {
    for (const path of ['/', '/dashboard', '/account/receipts', '/organization-info', '/registered', '/nowhere']) {
      expect(frameKind({ path, user: person })).toBe('whole')
    }
  })
})
