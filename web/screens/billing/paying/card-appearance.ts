import type { Appearance } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

/** Returns the page's colors for the provider's form, which lives in a frame; follows theme changes. */
export function useCardAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance)
  useEffect(() => {
    const read = () => setAppearance(readAppearance())
    const system = matchMedia('(prefers-color-scheme: dark)')
    const choice = new MutationObserver(read)
    choice.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    system.addEventListener('change', read)
    return () => {
      choice.disconnect()
      system.removeEventListener('change', read)
    }
  }, [])
  return appearance
}

function readAppearance(): Appearance {
  const probe = document.createElement('span')
  document.body.append(probe)
  /** The frame does not know `light-dark()`, so each token is resolved to its current color. */
  const colorOf = (token: string) => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const isTouch = matchMedia('(pointer: coarse)').matches
  const appearance: Appearance = {
    theme: getComputedStyle(document.body).colorScheme !== 'light' && isDark(colorOf('bg')) ? 'night' : 'stripe',
    variables: {
      colorPrimary: colorOf('link'),
      colorBackground: colorOf('surface'),
      colorText: colorOf('text'),
      colorTextSecondary: colorOf('muted'),
      colorDanger: colorOf('danger'),
      borderRadius: '6px',
      fontFamily: getComputedStyle(document.body).fontFamily,
      // Phones zoom in when a field below 16 px is tapped.
      fontSizeBase: isTouch ? '16px' : '14px',
    },
  }
  probe.remove()
  return appearance
}

/** Returns whether `rgb(r, g, b)` is closer to black than to white. */
function isDark(color: string): boolean {
  const [red = 255, green = 255, blue = 255] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return red + green + blue < 384
}
