import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { faultsIn, faultsOfSubject, passagesOf, readDiff } from './english.ts'
import { readProject, root } from './source-files.ts'
import { faultsOf, findReplaced, replacedWords, rules } from './words.ts'

/** One word for one thing (docs/GLOSSARY.md), and English in new comments, titles and subjects (docs/STYLE.md). */

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

describe('English', () => {
  it.each([
    'What waits for a person takes one line of the payments',
    'Every price is fixed. Of the two, the lower counts.',
    'Limits are said as they are counted',
    'The key stands in a file of its own',
    'Evidence lies at the provider.',
    'Listed payments mend themselves',
    'The words appear beside the conversation',
    'Meanwhile frames are kept.',
    'The server decides that alone.',
  ])('is refused: %s', (text) => {
    expect(faultsOf(text)).toHaveLength(1)
  })

  it.each([
    'Payments that wait for a person take one line',
    'What is a minute worth?',
    'Shows "Meanwhile, your card was charged" and `beside`',
    'A stand-in stands in for the provider',
    'The agent hears what was said before',
    'Besides the owner, only staff may read it',
    'Standalone pages stay alone on their screen',
  ])('passes: %s', (text) => {
    expect(faultsOf(text)).toEqual([])
  })

  it('is read from comments of any kind and from titles of tests', () => {
    const text =
      "/**\n * One,\n * two.\n */\nconst a = '// no' // three\nlet b\n// four,\n  // five\nit.each([1])('six %s', () => {})\n"
    const read = passagesOf({ name: 'web/a.test.ts', text }).map((one) => `${one.line} ${one.text}`)
    expect(read).toEqual(['1 One, two.', '5 three', '7 four, five', '9 six %s'])
    const sql = passagesOf({ name: 'server/a/a.sql', text: 'select 1;\n-- One,\n-- two.\nselect 2;\n' })
    expect(sql.map((one) => one.text)).toEqual(['One, two.'])
  })

  it('is judged where it is new, not where it was moved or left', () => {
    const text = '// It lies here.\n// \nlet a\n// It stands here.\nlet b\n// It is mended.\nlet c\n'
    const file = { name: 'web/a.ts', text }
    const diff =
      '+++ b/web/a.ts\n@@ -3,0 +4 @@\n+// It stands here.\n@@ -5 +6 @@\n-  // It is mended.\n+// It is mended.\n'
    expect(faultsIn(file, readDiff(diff))).toEqual(['web/a.ts:4: “stands” – is'])
  })

  it('of a subject is judged without the rest of the message and without what git writes', () => {
    expect(faultsOfSubject('Count limits\n\nIt lies here.')).toEqual([])
    expect(faultsOfSubject('Merge the words beside the list')).toEqual([])
    expect(faultsOfSubject('Limits lie in one file')).toHaveLength(1)
  })
})
