import { describe, expect, it } from 'vitest'
import { transcriptFile, type Spoken } from './transcript-files.ts'

const spoken: Spoken = {
  agentName: 'Cash & *Flow*',
  startedAt: '2026-11-21T12:00:00.000Z',
  durationSeconds: 4515,
  lines: [
    { speaker: 'agent', text: 'Hello, "you".', atSeconds: 0 },
    { speaker: 'you', text: '=HYPERLINK("https://example.com","x")', atSeconds: 75 },
    { speaker: 'agent', text: '# One\n<b>two</b>', atSeconds: 3661 },
  ],
}

describe('the text of a session as a file', () => {
  it('is plain text with who spoke when', () => {
    const file = transcriptFile(spoken, 'text')
    expect([file.name, file.type]).toEqual(['luna-2026-11-21-cash-flow.txt', 'text/plain'])
    const [title, facts, , ...lines] = file.text.split('\n')
    expect(title).toBe('Session with Cash & *Flow*')
    expect(facts).toMatch(/^Nov 21, 2026, .*, 1:15:15$/)
    expect(lines).toEqual([
      '[0:00] Cash & *Flow*: Hello, "you".',
      '[1:15] You: =HYPERLINK("https://example.com","x")',
      '[1:01:01] Cash & *Flow*: # One <b>two</b>',
      '',
    ])
  })

  it('is Markdown that shows signs as they were said', () => {
    const { name, text } = transcriptFile(spoken, 'markdown')
    expect(name).toMatch(/\.md$/)
    expect(text).toContain(String.raw`# Session with Cash & \*Flow\*`)
    expect(text).toContain(String.raw`**Cash & \*Flow\*** (1:01:01): \# One \<b\>two\</b\>`)
  })

  it('is a table that no spreadsheet takes for formulas', () => {
    const { name, type, text } = transcriptFile(spoken, 'csv')
    expect([name, type]).toEqual(['luna-2026-11-21-cash-flow.csv', 'text/csv'])
    expect(text.slice(1).split('\r\n')).toEqual([
      'Time,Seconds,Speaker,Text',
      '0:00,0,Cash & *Flow*,"Hello, ""you""."',
      `1:15,75,You,"'=HYPERLINK(""https://example.com"",""x"")"`,
      '1:01:01,3661,Cash & *Flow*,"# One\n<b>two</b>"',
      '',
    ])
  })
})
