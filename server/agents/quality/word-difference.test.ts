import { expect, it } from 'vitest'
import { wordDifference } from './word-difference.ts'

const shown = (older: string, newer: string) =>
  wordDifference(older, newer)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `[+${text}+]`))
    .join('')

it.each([
  ['Be brief.', 'Be brief.', 'Be brief.'],
  ['', '', ''],
  ['', 'Be brief.', '[+Be brief.+]'],
  ['Be brief.', '', '[-Be brief.-]'],
  ['Be brief and kind.', 'Be kind.', 'Be [-brief and -]kind.'],
  ['Ask first.', 'Always ask first.', '[-Ask -][+Always ask +]first.'],
  ['One.\nTwo.\nThree.', 'One.\nThree.', 'One.\n[-Two.\n-]Three.'],
  ['One.\nTwo words.\n', 'One.\nTwo other words.\nFour.\n', 'One.\nTwo [+other +]words.\n[+Four.\n+]'],
  ['same same', 'same', '[-same -]same'],
])('shows how %j became %j', (older, newer, difference) => expect(shown(older, newer)).toBe(difference))

/** Returns a text of words drawn from a few, so that two of them share much; the seed decides which. */
function drawn(seed: number): string {
  let state = seed
  const next = () => (state = (state * 48_271) % 2_147_483_647)
  const words = ['ask', 'first', 'then', 'answer', '\n', '  ', 'briefly.\n']
  return Array.from({ length: next() % 40 }, () => words[next() % words.length]).join(' ')
}

it('loses nothing of either text, whatever they are', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const [older, newer] = [drawn(seed * 7919), drawn(seed * 104_729)]
    const parts = wordDifference(older, newer)
    const without = (kind: string) => parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join('')
    expect([without('added'), without('removed')]).toEqual([older, newer])
  }
})

it('shows the longest prompts as replaced where comparing them would take too long', () => {
  const words = Array.from({ length: 4000 }, (_, place) => `a${place % 97}`)
  const older = words.join(' ').slice(0, 20_000)
  const newer = older.replaceAll('a', 'b')
  expect(wordDifference(older, newer).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
