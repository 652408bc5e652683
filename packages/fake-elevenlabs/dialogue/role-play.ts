/** A role that the agent holds with lines of its own prompt, until they are used up or the person ends it. */
import { coverage } from './speech-from-text.ts'
import { meaningfulWords } from '../words.ts'

/** A role as a prompt describes it. */
export interface Role {
  /** How it may be called, the usual name first. */
  names: string[]
  /** Spoken one after the other. */
  lines: string[]
}

const roleHeading = /^#+\s*role play\s*$/i
const roleLine = /^-\s*\[([^\]]+)\]\s*:\s*(.+)$/
const longestQuote = 120

/** Returns the roles of a prompt: the lines `- [name, other name]: First line. | Second line.` under `## Role play`. */
export function readRoles(prompt: string): Role[] {
  const roles: Role[] = []
  let inBlock = false
  for (const line of prompt.split('\n').map((text) => text.trim())) {
    if (line.startsWith('#')) inBlock = roleHeading.test(line)
    const [, names, lines] = (inBlock ? roleLine.exec(line) : null) ?? []
    if (names && lines) roles.push({ names: split(names, ','), lines: split(lines, '|') })
  }
  return roles
}

function split(text: string, by: string): string[] {
  return text
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Returns the role that the person named, the first one when they named none; null when the prompt has no such role. */
export function findRole(roles: readonly Role[], named: string | null): Role | null {
  const wanted = named === null ? [] : meaningfulWords(named)
  if (wanted.length === 0) return roles[0] ?? null
  return roles.find(({ names }) => names.some((name) => coverage(wanted, name) === 1)) ?? null
}

export class RolePlay {
  private readonly role: Role
  /** Each line of the agent in the role, with the person's answer. */
  private readonly exchanges: { line: string; reply: string }[] = []
  private next: number
  private last: string

  /** `opening` are the agent's own first words in the role; without them it begins with its first line. */
  constructor(role: Role, opening: string | null) {
    this.role = role
    this.last = opening ?? role.lines[0] ?? ''
    this.next = opening === null ? 1 : 0
  }

  /** The words with which the role begins. */
  get opening(): string {
    return this.last
  }

  /** Returns the next line in the role; null when it has none left. */
  answer(reply: string): string | null {
    this.exchanges.push({ line: this.last, reply })
    const line = this.role.lines[this.next++]
    if (line !== undefined) this.last = line
    return line ?? null
  }

  /** Returns the agent's words as itself again: how it went, and one thing to change. */
  end(): string {
    const count = this.exchanges.length
    const best = this.exchanges.toSorted((a, b) => b.reply.length - a.reply.length)[0]
    if (!best) return 'I am myself again. You have not answered me yet, so there is nothing to look back on.'
    const asked = this.exchanges.filter(({ reply }) => reply.includes('?')).length
    const advice =
      asked === 0
        ? 'You asked me nothing. One question would have shown you what I need.'
        : `You asked me ${asked === 1 ? 'a question' : `${asked} questions`}, which told you what I need.`
    const quoted = `When I said “${quote(best.line)}”, you said “${quote(best.reply)}”.`
    return `I am myself again. You answered me ${count === 1 ? 'once' : `${count} times`}. ${quoted} ${advice}`
  }
}

/** Returns the last sentence of what was said without its full stop, cut where it is long. */
function quote(text: string): string {
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text.trim())]
  const last = sentences.at(-1)?.segment.trim() ?? ''
  return last.length <= longestQuote ? last.replace(/\.$/, '') : `${last.slice(0, longestQuote).trimEnd()}…`
}
