import { describe, expect, it } from 'vitest'
import { brandVariables } from './brand.ts'

const accentColor = '#06b6d4'

describe('the colors of an app (D136)', () => {
  it('keep text on the primary color readable, and blend only where it stays so', () => {
    const dark = brandVariables({ primaryColor: '#0f766e', secondaryColor: '#134e4a', accentColor })
    expect(dark).toMatchObject({ '--primary-text': '#ffffff', '--primary-end': '#134e4a' })
    const mixed = brandVariables({ primaryColor: '#0f766e', secondaryColor: '#facc15', accentColor })
    expect(mixed).toMatchObject({ '--primary-text': '#ffffff', '--primary-end': '#0f766e' })
    const light = brandVariables({ primaryColor: '#facc15', secondaryColor: '#fde047', accentColor })
    expect(light).toMatchObject({ '--primary-text': '#111827', '--primary-end': '#fde047' })
  })

  it('keep the accent where an organization has chosen none (S421)', () => {
    const colors = brandVariables({ primaryColor: '#0f766e', secondaryColor: '#134e4a' })
    expect(Object.keys(colors).filter((name) => name.startsWith('--accent'))).toEqual([])
  })

  it('become link colors only where readable; else links use the second color or plain text', () => {
    const teal = brandVariables({ primaryColor: '#0f766e', secondaryColor: '#5eead4', accentColor })
    expect(teal['--day-link']).toBe('light-dark(#0f766e, #5eead4)')
    const yellow = brandVariables({ primaryColor: '#facc15', secondaryColor: '#fde047', accentColor })
    expect(yellow['--day-link']).toBe('light-dark(#1a1726, #facc15)')
  })
})
