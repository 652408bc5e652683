import { Visitor } from 'oxc-parser'
import { parse, type SourceFile } from './source-files.ts'

/** Finds amounts, times and dates that are written without the formatters of `contract/`. */

/** Why a file may format a figure itself; every entry is needed. */
export const allowed: Record<string, string> = {
  'contract/amounts.ts': 'the formatters of amounts, money and durations',
  'contract/dates.ts': 'the formatters of dates',
  'contract/billing/receipts.ts': 'a receipt number is a name',
  'web/screens/billing/paying/card-name.ts': 'the expiry as it is printed on the card',
  'contract/identity/time-zone.ts': 'checks the name of a time zone',
  'server/conversations/talk-time.ts': 'finds the calendar day in a time zone',
  'server/results/next-steps/due-steps.ts': 'finds the hour in a time zone',
  'server/audit.ts': 'aligns columns in a terminal',
  'server/kernel/session.ts': 'intervals in SQL',
  'server/conversations/gateway/limits.ts': 'a sentence for the agent, who speaks it',
  'web/screens/conversations/voice/room/pill.tsx': 'a figure in CSS',
  'web/screens/conversations/voice/words.ts': 'warnings in words, which a screen reader speaks',
  'web/screens/conversations/voice/stage/level-bar.tsx': 'a figure in CSS',
  'web/screens/conversations/voice/stage/rays.ts': 'figures in CSS',
  'web/screens/conversations/voice/check/sound-checks.tsx': 'a figure in CSS',
  'web/screens/visitors/status/day-words.ts': 'outages in whole minutes, as a sentence says them',
  'web/screens/visitors/landing/picture.tsx': 'coordinates in a drawing',
}

const unit = String.raw`(?:\s|&nbsp;|\{' '\})*(?:minutes?|mins?|credits?|seconds?|secs?|s|hours?|h)\b`

const patterns = [
  /\.to(Fixed|Precision|Locale\w*String)\(/,
  /\bIntl\.(Number|DateTime|RelativeTime|Duration)Format\b/,
  /\.padStart\(/,
  // A figure with its unit written after it: `minutesText` and `formatDuration` write both.
  new RegExp(String.raw`\bformat(?:Minutes|Duration|Count)\([^\`\n]*\)\}${unit}`),
  new RegExp(String.raw`\{[\w.]*(?:[mM]inutes|[cC]redits|[sS]econds|[mM]s / 1000)\)?\}${unit}`),
  new RegExp(String.raw`/ (?:60|1000|60_000)\)*\}${unit}`),
  // Minutes and seconds by hand.
  /% 60\)*\}/,
]

/** Returns what a file formats by itself; nothing for a file that may. */
export function formatsItself({ name, text }: SourceFile): string[] {
  return name in allowed ? [] : ownFormats(text)
}

export function ownFormats(text: string): string[] {
  return patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
}

/** Returns whether a file belongs to the product, whose texts people read. */
export function isProduct(name: string): boolean {
  return /^(web|server|contract)\//.test(name) && !/\.test\.tsx?$/.test(name)
}

const writesFigure =
  /^(format(Count|Minutes|Change|Cents|Dollars|Price|Rate|Tenths|Percent|Duration)|(count|minutes|credit|savedTime)Text|spellDuration)$/

interface Expression {
  type: string
  start: number
  end: number
  callee?: Expression
  consequent?: Expression
  alternate?: Expression
  right?: Expression
  expression?: Expression
  children?: Expression[]
  value?: unknown
}

/** Figures and words with siblings in their element: a translated page has other text nodes there (D203). */
export function sharedTexts(file: SourceFile): string[] {
  const found: string[] = []
  const textOf = ({ start, end }: Expression) => file.text.slice(start, end)
  const bare = (one: Expression): Expression =>
    one.type === 'ParenthesizedExpression' && one.expression ? bare(one.expression) : one
  const isText = ({ type, value, expression }: Expression): boolean =>
    type === 'JSXText' || type === 'Literal'
      ? typeof value === 'string' && value.trim() !== ''
      : Boolean(expression && isText(expression))
  const isWords = (one: Expression): boolean =>
    one.type === 'TemplateLiteral' || isText(one) || (one.type === 'JSXFragment' && Boolean(one.children?.some(isText)))
  const changes = (given: Expression): boolean => {
    const one = bare(given)
    if (one.type === 'CallExpression') return one.callee !== undefined && writesFigure.test(textOf(one.callee))
    const results = [one.consequent, one.alternate, one.type === 'LogicalExpression' ? one.right : undefined]
    return results.some((result) => result && (isWords(bare(result)) || changes(result)))
  }
  const look = ({ children }: { children: Expression[] }) => {
    const shown = children.filter((child) => !/^\s*\n\s*$|^\{\s*\/\*[^]*\*\/\s*\}$/.test(textOf(child)))
    if (shown.length < 2) return
    const shared = shown.filter(
      ({ type, expression }) => type === 'JSXExpressionContainer' && expression && changes(expression),
    )
    found.push(...shared.map(textOf))
  }
  const names: string[] = []
  const enter = (node: { id?: { name: string } | null }) => void names.push(node.id?.name ?? '')
  const leave = () => void names.pop()
  new Visitor({
    JSXElement: look as never,
    JSXFragment: look as never,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    // Text that a component returns has the siblings of its parent.
    ReturnStatement({ argument }) {
      if (/^[A-Z]/.test(names.at(-1) ?? '') && argument && changes(argument as Expression))
        found.push(textOf(argument as Expression))
    },
  }).visit(parse(file).program)
  return found
}
