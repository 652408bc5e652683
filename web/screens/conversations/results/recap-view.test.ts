import { expect, test } from 'vitest'
import { recapText } from './recap-view.tsx'

const nothing = { state: 'ready' as const, isKept: false, isEdited: false, lines: [], proposals: [], sources: [] }
const step = { id: '1', atSecond: 5, dueOn: null, state: 'proposed' as const }

test('a copied recap has title, summary, steps and the documents, without what was dismissed', () => {
  const proposals = [
    { ...step, title: 'Call Anna', dueOn: '2026-12-04' },
    { ...step, title: 'Write to Bo', state: 'dismissed' as const },
  ]
  const sources = [1, 2].map((atSecond) => ({ atSecond, title: 'Handbook', excerpt: 'Words.' }))
  const recap = { ...nothing, title: 'Leave', summary: 'One. Two.', proposals, sources: sources }
  expect(recapText(recap)).toBe(
    'Leave\n\nOne. Two.\n\nNext steps:\n- Call Anna (by Dec 4, 2026)\n\nRead for the answers: Handbook\n',
  )
  expect(recapText({ ...recap, title: null, summary: 'One.', proposals: [], sources: [] })).toBe('One.\n')
})
