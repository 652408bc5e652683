import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { slugField, suggestSlug } from './slugs.ts'

describe('the slug suggested for a name (D103, D138)', () => {
  it.each([
    ['Acme Consulting', 'acme-consulting'],
    ['  Müller & Söhne GmbH  ', 'muller-sohne-gmbh'],
    ['A'.repeat(80), 'a'.repeat(36)],
    [`${'b'.repeat(35)} x`, 'b'.repeat(35)],
    ['株式会社', null],
    ['No', null],
    ['Admin', null],
    ['Organization Info', null],
  ])('%s: %s', (name, expected) => {
    expect(suggestSlug(name)).toBe(expected)
  })

  it.each(['acme', 'a-1', '4711', 'x'.repeat(40)])('%s is allowed', (slug) => {
    expect(z.parse(slugField, slug)).toBe(slug)
  })

  it.each(['ab', 'x'.repeat(41), 'Acme', 'a_b', '-acme', 'acme-', 'admin', 'api', 'organization-register'])(
    '%s is refused',
    (slug) => {
      expect(z.safeParse(slugField, slug).success).toBe(false)
    },
  )
})
