import { describe, expect, it } from 'vitest'
import { faultsIn, faultsOfSubject, passagesOf, readDiff } from './english.ts'
import { faultsOf } from './words.ts'

/** The check of English in new comments, test titles and subjects of commits (docs/STYLE.md). */

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
