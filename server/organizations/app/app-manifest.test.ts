import { describe, expect, it } from 'vitest'
import { appInitial, appShortName } from '#contract/organizations/app/branded-app.ts'
import { iconVersion, makeManifest } from './app-manifest.ts'
import { letterOutlines } from './app-icon.ts'

const names = { organizationId: 100_001, slug: 'acme', appName: 'Acme', tagline: '' }
const app = { ...names, primaryColor: '#9334ea', iconVersion: 'abc' }

describe('the manifest of an app (S389, D139)', () => {
  it('keeps id, start and scope in its folder, which excludes similar slugs', () => {
    const manifest = makeManifest(app)
    expect(manifest).toMatchObject({ id: '/o/acme/?organization=100001', start_url: '/o/acme/', scope: '/o/acme/' })
    expect(manifest).not.toHaveProperty('description')
    expect('/o/acme-2/'.startsWith((manifest as { scope: string }).scope)).toBe(false)
  })

  it.each([
    ['Acme', 'Acme'],
    ['Twelve chars', 'Twelve chars'],
    ['Lantern Coaching', 'Lantern'],
    ['Supercalifragilistic App', 'Supercalifra'],
    ['A very long name', 'A very long'],
  ])('shortens %s to %s', (name, expected) => {
    expect(appShortName(name)).toBe(expected)
  })

  it('gives icons a new name exactly when they show something else', () => {
    const version = iconVersion(null, 'A', '#9334ea')
    expect(iconVersion('https://elsewhere.example/logo.png', 'A', '#9334ea')).toBe(version)
    expect(iconVersion('/images/x', 'A', '#9334ea')).not.toBe(version)
    expect(iconVersion(null, 'B', '#9334ea')).not.toBe(version)
    expect(iconVersion(null, 'A', '#000000')).not.toBe(version)
  })
})

expect(Object.keys(letterOutlines).toSorted().join('')).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')

it.each([
  ['acme', 'x-y', 'A'],
  ['Éclair', 'x-y', 'E'],
  ['株式会社', 'kabu', 'K'],
  ['4 Winds', 'x-y', '4'],
])('the initial of an app of %s at %s is %s, and can be drawn', (name, slug, initial) => {
  expect(appInitial(name, slug)).toBe(initial)
  expect(letterOutlines[initial]).toMatch(/^M/)
})
