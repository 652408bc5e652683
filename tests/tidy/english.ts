import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { Visitor } from 'oxc-parser'
import { codeOf, parse, readProject, root, type SourceFile } from './source-files.ts'
import { faultsOf } from './words.ts'

/**
 * Judges the English of new comments, test titles and subjects of commits (docs/STYLE.md). `node tests/tidy/english.ts`
 * reads what differs from the upstream branch, or from main; with `--all` it reads everything, with `--subject FILE` the
 * subject in a file, as the hook in .githooks does.
 */

/** A comment or the title of a test. */
interface Passage {
  /** Its first line, counted from 1. */
  line: number
  /** As in the file, line by line. */
  lines: string[]
  text: string
}

/** Returns the comments of a file, and the titles of its tests. */
export function passagesOf(file: SourceFile): Passage[] {
  const passage = (start: number, end: number, text: string): Passage => {
    const line = file.text.slice(0, start).split('\n').length
    return { line, lines: file.text.slice(start, end).split('\n'), text: text.replaceAll(/\s*\n\s*/g, ' ').trim() }
  }
  if (codeOf([file]).length === 0) {
    const comments = file.text.matchAll(/\/\*[^]*?\*\/|^\s*-- .*(?:\n\s*-- .*)*/gm)
    return [...comments].map(({ 0: text, index }) => passage(index, index + text.length, withoutMarks(text)))
  }
  const blocks: [start: number, end: number][] = []
  for (const { start, end } of parse(file).comments) {
    const last = blocks.at(-1)
    // Lines of one comment follow each other.
    if (last && /^\n\s*$/.test(file.text.slice(last[1], start)) && file.text.startsWith('//', last[0])) last[1] = end
    else blocks.push([start, end])
  }
  const comments = blocks.map(([start, end]) => passage(start, end, withoutMarks(file.text.slice(start, end))))
  return [...comments, ...titlesOf(file).map(({ start, end, text }) => passage(start + 1, end - 1, text))]
}

function withoutMarks(comment: string): string {
  return comment.replaceAll(/^\s*(?:\/\*+|\*(?!\/)|\/\/|--)\s?|\s*\*\/$/gm, '')
}

function titlesOf(file: SourceFile): { start: number; end: number; text: string }[] {
  if (!/\.(test|spec)\.tsx?$/.test(file.name)) return []
  const titles: { start: number; end: number; text: string }[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!title || !/^(it|test|describe)\b/.test(file.text.slice(callee.start, callee.end))) return
      const { start, end } = title
      if (title.type === 'Literal' && typeof title.value === 'string') titles.push({ start, end, text: title.value })
      if (title.type !== 'TemplateLiteral') return
      titles.push({ start, end, text: title.quasis.map(({ value }) => value.cooked).join('…') })
    },
  }).visit(parse(file).program)
  return titles
}

interface Change {
  /** The new or changed lines of each file, counted from 1. */
  added: Map<string, Set<number>>
  /** The lines that went away: what they contain was only moved. */
  removed: string
}

/** Reads a diff without context. */
export function readDiff(diff: string): Change {
  const change: Change = { added: new Map(), removed: '' }
  let lines = new Set<number>()
  for (const line of diff.split('\n')) {
    const file = /^\+\+\+ b\/(.*)$/.exec(line)?.[1]
    if (file) change.added.set(file, (lines = new Set()))
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (first) for (let i = 0; i < Number(count); i++) lines.add(Number(first) + i)
    else if (/^-(?!-- )/.test(line)) change.removed += `${line.slice(1)}\n`
  }
  return change
}

/** Returns the faults of the passages with new lines. */
export function faultsIn(file: SourceFile, { added, removed }: Change): string[] {
  const lines = added.get(file.name)
  const isNew = (passage: Passage): boolean =>
    passage.lines.some(
      (text, i) => lines?.has(passage.line + i) && /[a-z]/i.test(text) && !removed.includes(text.trim()),
    )
  return passagesOf(file).flatMap((passage) => {
    const faults = faultsOf(passage.text)
    return faults.length > 0 && isNew(passage) ? faults.map((fault) => `${file.name}:${passage.line}: ${fault}`) : []
  })
}

/** Returns the faults of the subject in a commit's message. */
export function faultsOfSubject(message: string): string[] {
  const [subject = ''] = message.split('\n')
  // Made by git.
  if (/^(Merge|Revert|fixup!|squash!) /.test(subject)) return []
  return faultsOf(subject).map((fault) => `${subject}: ${fault}`)
}

/** The files that quote what they forbid. */
const judged = (name: string): boolean =>
  /\.(tsx?|m?js|mts|sql|css)$/.test(name) && !/^tests\/tidy\/(words|english)/.test(name)

function faultsOfNew(): string[] {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] })
  const base = ['@{upstream}', 'origin/HEAD', 'main', 'HEAD'].flatMap((ref) => {
    try {
      return [git('merge-base', 'HEAD', ref).trim()]
    } catch {
      return []
    }
  })[0]
  // A copy without git has no changes.
  if (!base) return []
  const change = readDiff(git('diff', '-U0', '--no-color', '--no-ext-diff', base))
  for (const name of git('ls-files', '--others', '--exclude-standard').split('\n')) {
    const text = readProject().find((file) => file.name === name)?.text
    const lines = text?.split('\n').map((_, i) => i + 1)
    if (lines) change.added.set(name, new Set(lines))
  }
  const changed = readProject().filter(({ name }) => change.added.has(name) && judged(name))
  const subjects = git('log', '--no-merges', '--format=%s', `${base}..HEAD`).split('\n')
  return [...changed.flatMap((file) => faultsIn(file, change)), ...subjects.flatMap(faultsOfSubject)]
}

function faultsOfAll(): string[] {
  const faultsIn = (file: SourceFile) =>
    passagesOf(file).flatMap(({ line, text }) => faultsOf(text).map((fault) => `${file.name}:${line}: ${fault}`))
  return readProject().flatMap((file) => (judged(file.name) ? faultsIn(file) : []))
}

if (import.meta.main) {
  const [how, file = ''] = process.argv.slice(2)
  const isSubject = how === '--subject'
  const ofFiles = () => (how === '--all' ? faultsOfAll() : faultsOfNew())
  const faults = isSubject ? faultsOfSubject(fs.readFileSync(file, 'utf8')) : ofFiles()
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
