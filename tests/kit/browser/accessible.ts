import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { expectForcedColors } from './forced-colors.ts'
import { expectRoomForLargeText } from './large-text.ts'
import { expectStillness } from './stillness.ts'

/**
 * What the checker itself makes the page log, because it tries a style of its own inside the frame of the card form.
 */
export const checkerNoise = /Applying inline style violates/

/** The rules about colors, which are all that a theme can change. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What is judged where: a narrow page has another structure, a dark one other colors. */
const looks = [
  { width: 320, colorScheme: 'light', rules: 'without colors' },
  { width: 320, colorScheme: 'dark', rules: 'colors' },
  { width: 1280, colorScheme: 'dark', rules: 'colors' },
  { width: 1280, colorScheme: 'light', rules: 'all' },
] as const
type Rules = (typeof looks)[number]['rules']

const checker = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Checks what the page shows now: in both themes at both widths, without motion, with text at 200 % on a phone, and with
 * forced colors.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Fading in continues, and half of a color has too little contrast.
  await page.evaluate(async () => {
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    const animations = document.getAnimations().filter(isEnding)
    await Promise.allSettled(animations.map(({ finished }) => finished))
  })
  await expectStillness(page)
  await expectRoomForLargeText(page)
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: 800 })
    if (width === 320) await expectNoSidewaysScrolling(page)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The card form learns of another theme a moment after the page.
    await expect
      .configure({ soft: true })
      .poll(() => findFaults(page, rules), { message: `${page.url()}, ${width} px, ${colorScheme}` })
      .toEqual([])
  }
  await expectForcedColors(page)
}

/** Returns the faults by these rules. */
async function findFaults(page: Page, rules: Rules): Promise<string[]> {
  // All frames are of our own origin; each needs the checker once for as long as its document lives.
  for (const frame of page.frames()) {
    const isThere = await frame.evaluate(() => 'axe' in window)
    if (!isThere) await frame.evaluate(checker)
  }
  const chosen: axe.RunOptions =
    rules === 'colors'
      ? { runOnly: { type: 'rule', values: colourRules } }
      : { rules: rules === 'all' ? {} : Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])) }
  const violations = await page.evaluate(async (chosen) => {
    const { axe: checker } = window as unknown as { axe: typeof axe }
    const looked = await checker.run(
      // Base UI puts these around a dialog to send the focus back, so the focus never stays on them.
      { exclude: ['[data-base-ui-focus-guard]'] },
      { resultTypes: ['violations'], preload: false, ...chosen },
    )
    return looked.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      places: nodes.map(({ target }) => target.join(' ')),
    }))
  }, chosen)
  return violations.filter(({ impact }) => impact !== 'minor').map(({ id, places }) => `${id}: ${places.join(', ')}`)
}

/** Checks that a phone's screen never scrolls sideways; a list may take a moment to change from rows to cards. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: `${page.url()} moves sideways by so many px`,
    })
    .toBeLessThanOrEqual(0)
}
