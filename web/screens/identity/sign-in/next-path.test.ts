import { expect, test } from 'vitest'
import { resolveNext } from './next-path.ts'

const origin = 'https://luna.test'

test('D2: a path of our own is followed with its query, and the home page without one', () => {
  expect(resolveNext('/dashboard', origin)).toBe('/dashboard')
  const search = '/marketplace?q=sales%20call&category=Sales'
  expect(resolveNext(search, origin)).toBe(search)
  expect(resolveNext('https://luna.test/checkout', origin)).toBe('/checkout')
  // An encoded address inside a path stays a path.
  expect(resolveNext('/%5Cevil.test', origin)).toBe('/%5Cevil.test')
  expect(resolveNext('evil.test', origin)).toBe('/evil.test')
  for (const next of [null, undefined, '']) expect(resolveNext(next, origin)).toBe('/')
})

test('D2: whatever could lead away is dropped', () => {
  const away = [
    'https://evil.test/dashboard',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '\u0000/evil.test',
    '/.//evil.test',
    '/x/..//evil.test',
    'javascript:alert(1)',
    'data:text/html,hello',
    'blob:https://luna.test/1',
    'http://luna.test/dashboard',
    'https://luna.test:8443/dashboard',
    'https://luna.test@evil.test/',
    'https://[',
  ]
  for (const next of away) expect(resolveNext(next, origin), next).toBe('/')
})
