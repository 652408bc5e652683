import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { changedNames, changeOf, draftOf, draftSchema, faceOf, type Settings } from './draft.ts'

const at = '2026-01-01T00:00:00.000Z'
const colors = { primaryColor: '#9334ea', secondaryColor: '#7c3aed', accentColor: '#06b6d4' }
const contactInfo = { email: 'hi@acme.test', phone: '', websiteUrl: '', address: '' }
const names = { organizationId: 100_001, appName: 'Acme', slug: 'acme', welcomeMessage: '', tagline: 'Before' }
const unset = { logoUrl: null, shownLogoUrl: null, customDomain: null, customDomainStatus: null }
const off = { isActive: false, canPublish: false }
const on = { showPublicAgents: true, enableAgentRequests: true, enableFeedback: true }
const more = { featuredAgentIds: ['b'], offer: { setupPrice: 300, monthlyPrice: 20 }, createdAt: at, updatedAt: at }
const settings: Settings = { ...names, ...colors, contactInfo, ...unset, ...off, ...on, ...more }

type More = { isPrivate?: boolean; accessLevel?: 'admin-only'; isActive?: boolean }

function assignment(agentId: string, { isPrivate = false, accessLevel, isActive = true }: More = {}) {
  const words = { name: agentId.toUpperCase(), description: '', imageUrl: null, category: 'HR' }
  const agent = { ...words, isPremium: false, isActive, sessionCount: 0 }
  const link = { id: `link-${agentId}`, organizationId: 100_001, agentId, assignedAt: at, addedAt: at, isActive: true }
  return { ...link, isPrivate, accessLevel: accessLevel ?? ('standard' as const), agent }
}

const valuesOf = (edits: object) => z.parse(draftSchema, { ...draftOf(settings), ...edits })

it('a form sends only what changed, so that the changes of others stay', () => {
  const edits = { tagline: ' After ', appName: 'Acme', featuredAgentIds: ['a', 'b'] }
  expect(changedNames(settings, edits)).toEqual(['tagline', 'featuredAgentIds'])
  expect(changeOf(settings, valuesOf(edits), edits)).toEqual({ tagline: 'After', featuredAgentIds: ['a', 'b'] })
})

it('a form sends the whole contact when a part of it changed', () => {
  const edits = { phone: '1' }
  expect(changeOf(settings, valuesOf(edits), edits)).toEqual({ contactInfo: { ...contactInfo, phone: '1' } })
})

it('a form sends everything the first time', () => {
  const all = { appName: 'Acme', primaryColor: '#9334ea', featuredAgentIds: ['b'], customDomain: '' }
  expect(changeOf({ ...settings, updatedAt: null }, valuesOf({}), {})).toMatchObject(all)
})

describe('the preview', () => {
  const agents = [
    assignment('a'),
    assignment('b', { isPrivate: true }),
    assignment('c', { isPrivate: true }),
    assignment('d', { accessLevel: 'admin-only' }),
    assignment('e', { isActive: false }),
  ]

  it('shows agents as the server does: featured ones, then public ones (D141)', () => {
    const face = faceOf(settings, draftOf(settings), agents)
    expect(face.agents.map(({ id, isFeatured }) => `${id} ${isFeatured}`)).toEqual(['b true', 'a false'])
    expect(faceOf(settings, { ...draftOf(settings), showPublicAgents: false }, agents).agents).toEqual([])
  })

  it('keeps the saved color while a new one is typed, and the name while its field is empty', () => {
    const face = faceOf(settings, { ...draftOf(settings), primaryColor: '#12', appName: ' ' }, [])
    expect([face.primaryColor, face.appName]).toEqual(['#9334ea', 'Acme'])
  })
})
