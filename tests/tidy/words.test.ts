import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readProject, root } from './source-files.ts'
import { findReplaced, replacedWords, rules } from './words.ts'

/** One word for one thing (docs/GLOSSARY.md). */

const glossary = fs.readFileSync(path.join(root, 'docs/GLOSSARY.md'), 'utf8')

describe('words', () => {
  it('come from the glossary: replaced words appear nowhere', () => {
    expect(findReplaced(readProject())).toEqual([])
  })

  it('that the tests forbid are in the glossary, and vice versa', () => {
    const cells = glossary.split('\n').flatMap((line) => /^\| \*\*.*\|([^|]*)\|$/.exec(line)?.[1] ?? [])
    const english = /## Plain English\n\n([^.]*?:)/.exec(glossary)?.[1] ?? ''
    const named = [...cells, english, '`wish`'].flatMap((text) =>
      [...text.matchAll(/`([^`]+)`/g)].flatMap(([, word]) => word ?? []),
    )
    expect([...new Set(named)].toSorted()).toEqual(rules.map(({ replaced }) => replaced).toSorted())
  })

  it.each([
    ['server/billing/a.ts', 'const reversalId = 1', 'reversal'],
    ['server/billing/a.ts', 'withdrawDebt()', 'withdrawn debt'],
    ['server/ledger/a.sql', "-- It's said.\nselect ledger_claim('x')", 'claim'],
    ['server/identity/a.ts', 'useToken()', 'use'],
    ['server/identity/a.ts', 'interface RoleWish {}', 'wish'],
    ['server/conversations/a.ts', 'findSession()', 'session'],
    ['web/screens/billing/a.tsx', 'const a = <p title={creditsNow}>x</p>', 'credits'],
    ['web/kit/a.tsx', '// Nothing is shown to\n// whoever asks.', 'whoever'],
    ['web/kit/a.ts', '/**\n * It does not close any\n * more.\n */', 'any more'],
    ['scripts/a.mjs', 'tellServer()', 'tell'],
  ])('that are replaced are found: %s %s', (name, text, word) => {
    expect(replacedWords({ name, text })).toEqual([word])
  })

  it.each([
    ['server/billing/a.ts', "const said = 'a reversal, whoever withdrew it'"],
    ['server/billing/a.ts', 'const a = { creditsDeducted: 1, remainingCredits: `claim` }'],
    ['server/messages/a.ts', 'withdrawMessage()'],
    ['server/conversations/a.ts', 'const sessionId = voice_session'],
    ['web/kit/a.tsx', 'const a = <p>Whoever asks, tell them</p>'],
    ['web/kit/a.ts', 'useQuery()'],
    ['web/screens/billing/a.ts', '// Their seats tell what they cost.'],
  ])('that are allowed pass: %s %s', (name, text) => {
    expect(replacedWords({ name, text })).toEqual([])
  })
})
