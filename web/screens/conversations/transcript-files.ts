import { formatDate } from '#contract/dates.ts'
import { formatDuration } from '#contract/amounts.ts'
import type { TranscriptLine } from '#contract/conversations/voice.ts'
import { toCsv } from '#contract/csv.ts'

/** What a file contains of a conversation. */
export interface Spoken {
  agentName: string
  startedAt: string
  durationSeconds: number
  lines: readonly TranscriptLine[]
}

export interface TranscriptFile {
  name: string
  type: string
  text: string
}

export const fileKinds = [
  { kind: 'text', label: 'Text (.txt)' },
  { kind: 'markdown', label: 'Markdown (.md)' },
  { kind: 'csv', label: 'Spreadsheet (.csv)' },
] as const
type FileKind = (typeof fileKinds)[number]['kind']

/** Returns a transcript as a file, made in the browser. */
export function transcriptFile(spoken: Spoken, kind: FileKind): TranscriptFile {
  const agent =
    spoken.agentName
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? 'agent'
  const name = `luna-${spoken.startedAt.slice(0, 10)}-${agent}`
  if (kind === 'text') return { name: `${name}.txt`, type: 'text/plain', text: asText(spoken) }
  if (kind === 'markdown') return { name: `${name}.md`, type: 'text/markdown', text: asMarkdown(spoken) }
  return { name: `${name}.csv`, type: 'text/csv', text: asCsv(spoken) }
}

function asText(spoken: Spoken): string {
  const lines = spoken.lines.map(
    (line) => `[${formatDuration(line.atSeconds)}] ${speakerOf(line, spoken)}: ${inOneLine(line.text)}\n`,
  )
  return `Session with ${spoken.agentName}\n${whenOf(spoken)}\n\n${lines.join('')}`
}

function asMarkdown(spoken: Spoken): string {
  const lines = spoken.lines.map((line) => {
    const speaker = escapeMarkdown(speakerOf(line, spoken))
    return `**${speaker}** (${formatDuration(line.atSeconds)}): ${escapeMarkdown(inOneLine(line.text))}\n\n`
  })
  return `# Session with ${escapeMarkdown(spoken.agentName)}\n\n${whenOf(spoken)}\n\n${lines.join('')}`
}

/** Escapes cells that a spreadsheet would take for a formula. */
function asCsv(spoken: Spoken): string {
  return toCsv<TranscriptLine>(
    [
      ['Time', ({ atSeconds }) => formatDuration(atSeconds)],
      ['Seconds', ({ atSeconds }) => atSeconds],
      ['Speaker', (line) => speakerOf(line, spoken)],
      ['Text', ({ text }) => text],
    ],
    spoken.lines,
  )
}

function whenOf({ startedAt, durationSeconds }: Spoken): string {
  const length = durationSeconds === 0 ? 'not charged' : formatDuration(durationSeconds)
  return `${formatDate(startedAt, true)}, ${length}`
}

function speakerOf({ speaker }: TranscriptLine, { agentName }: Spoken): string {
  return speaker === 'you' ? 'You' : agentName
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ' ')
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`)
}
