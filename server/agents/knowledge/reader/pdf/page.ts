/** The lines of a page of a PDF: its text, raised marks, and the fields and boxes on it. */
import { raised } from '../raised.ts'

/** A piece of text as the library gives it; lengths are points, `transform` ends with its left and lower edge. */
export interface TextItem {
  str: string
  hasEOL: boolean
  width: number
  height: number
  transform: readonly number[]
}

/** The part of a field or a remark that is used. */
export interface Annotation {
  subtype: string
  annotationFlags?: number
  rect: readonly number[]
  /** Corners of what is marked, four points for each line. */
  quadPoints?: ArrayLike<number> | null
  fieldType?: string
  fieldValue?: unknown
  password?: boolean
  pushButton?: boolean
  checkBox?: boolean
  radioButton?: boolean
  exportValue?: string
  buttonValue?: string
  options?: readonly { exportValue: string; displayValue: string }[]
  contentsObj?: { str: string }
}

interface Piece {
  text: string
  endsLine: boolean
  x: number
  y: number
  width: number
  height: number
}

/** Bits of an annotation that is not shown: hidden, and not for the screen. */
const unseen = 0b10_0010
/** Below it, in parts of the height before, text is smaller than the line. */
const smallerThan = 0.85
/** How far smaller text is above the line, in parts of the line's height. */
const raisedBy = { least: 0.15, most: 1.2 }
/** How far a second print may be from the first one, in parts of the height. */
const shadowWithin = 0.2
/** How far from a remark's end the edge of its word may be, in characters. */
const edgeWithin = 2
/** How far above its field a label may be, in points. */
const labelWithin = 30

/** Returns the text of a page in its order. Characters of fonts that do not name them become U+FFFD. */
export function textOfPage(items: readonly TextItem[], annotations: readonly Annotation[]): string {
  const pieces = items
    .filter(({ transform }) => transform)
    .map(pieceOf)
    .filter((piece, at, all) => !isPrintedAgain(piece, all[at - 1]))
  writeMarks(pieces)
  for (const annotation of annotations) {
    if (annotation.subtype === 'StrikeOut') strikeOut(pieces, annotation)
    else placeBox(pieces, annotation)
  }
  return pieces
    .map(({ endsLine, text }) => (endsLine ? `${text}\n` : text))
    .join('')
    .trim()
}

function pieceOf({ hasEOL, height, str, transform, width }: TextItem): Piece {
  const [x = 0, y = 0] = transform.slice(4)
  const text = str
    .replaceAll('\u0000', '')
    .replaceAll(/(?![\n\t\uf0a7\uf0a8\uf0b7\uf0d8\uf0fc])[\p{Cc}\p{Co}\p{Cn}]/gu, '\ufffd')
  return { text, endsLine: hasEOL, x, y, width, height }
}

/** Returns whether a piece only makes the one before it bolder, or casts its shadow. */
function isPrintedAgain({ height, text, x, y }: Piece, before: Piece | undefined): boolean {
  if (text !== before?.text || text.trim() === '') return false
  return Math.max(Math.abs(x - before.x), Math.abs(y - before.y)) < height * shadowWithin
}

/** Sets marks of footnotes and powers apart from the characters around them. */
function writeMarks(pieces: readonly Piece[]): void {
  let line: Piece | null = null
  let before = ''
  for (const [at, piece] of pieces.entries()) {
    const base: Piece | null = before === '' ? nextInLine(pieces, at) : line
    if (base && isAbove(piece, base)) piece.text = raised(before, piece.text)
    else if (piece.text.trim() !== '') line = piece
    before = piece.endsLine ? '' : (before + piece.text).trimStart().slice(-20)
    if (piece.endsLine) line = null
  }
}

function nextInLine(pieces: readonly Piece[], at: number): Piece | null {
  if (pieces[at]?.endsLine) return null
  const next = pieces.slice(at + 1, at + 3).find(({ endsLine, text }) => endsLine || text.trim() !== '')
  return next && next.text.trim() !== '' ? next : null
}

function isAbove({ height, text, y }: Piece, line: Piece): boolean {
  const rise = (y - line.y) / line.height
  const isSmall = height > 0 && height < line.height * smallerThan
  return text.trim() !== '' && isSmall && rise > raisedBy.least && rise < raisedBy.most
}

/** Takes away the words that a remark strikes out. */
function strikeOut(pieces: readonly Piece[], { quadPoints }: Annotation): void {
  const points = Array.from(quadPoints ?? [])
  for (let at = 0; at + 7 < points.length; at += 8) {
    const [xs, ys] = [0, 1].map((axis) => points.slice(at, at + 8).filter((_, place) => place % 2 === axis))
    const [left, right] = [Math.min(...(xs ?? [])), Math.max(...(xs ?? []))]
    const middle = (Math.min(...(ys ?? [])) + Math.max(...(ys ?? []))) / 2
    for (const piece of pieces) {
      if (piece.width <= 0 || middle < piece.y - 1 || middle > piece.y + piece.height) continue
      const perCharacter = piece.text.length / piece.width
      const [from, to] = [left, right].map((x) => edgeOfWord(piece.text, (x - piece.x) * perCharacter))
      piece.text = piece.text.slice(0, from) + piece.text.slice(to)
    }
  }
}

/** Returns the edge of a word that is nearest to a place between two characters; the place where no edge is near. */
function edgeOfWord(text: string, place: number): number {
  const near = Math.min(Math.max(Math.round(place), 0), text.length)
  const edges = Array.from(text.matchAll(/(?<=\s|^)(?=\S)|(?<=\S)(?=\s|$)/g), ({ index }) => index)
  const [edge = near] = edges.toSorted((a, b) => Math.abs(a - place) - Math.abs(b - place))
  return Math.abs(edge - place) <= edgeWithin ? edge : near
}

/** Writes a field's value or a box's text after its label, or in a line of its own. */
function placeBox(pieces: Piece[], annotation: Annotation): void {
  const text = shownIn(annotation)
  if (text === null) return
  const [left = 0, bottom = 0, right = 0, top = 0] = annotation.rect
  const middle = (bottom + top) / 2
  const sameLine = pieces.filter(
    ({ height, text: words, y }) => words.trim() && y - 3 <= middle && middle <= y + height + 3,
  )
  const isTick = annotation.checkBox === true || annotation.radioButton === true
  const after = sameLine.filter(({ x }) => x >= right - 2).toSorted((a, b) => a.x - b.x)[0]
  if (isTick && after) return void (after.text = `${text} ${after.text}`)
  const before = sameLine.filter(({ x }) => x <= left + 2).toSorted((a, b) => b.x - a.x)[0]
  if (before) return void (before.text = `${before.text.trimEnd()} ${text}`)
  const above = pieces
    .filter(({ text: words, x, y }) => words.trim() && y >= top - 3 && y - top < labelWithin && x <= right)
    .toSorted((a, b) => a.y - b.y || b.x - a.x)[0]
  const box = { text, endsLine: true, x: left, y: bottom, width: right - left, height: top - bottom }
  if (above) return void (above.text = `${above.text.trimEnd()} ${text}`)
  const below = pieces.findIndex(({ text: words, y }) => words.trim() !== '' && y < bottom)
  const last = pieces.at(-1)
  if (below < 0 && last) last.endsLine = true
  pieces.splice(below < 0 ? pieces.length : below, 0, box)
}

/** Returns what a reader sees of a field or a box; null for nothing. */
function shownIn(annotation: Annotation): string | null {
  const { annotationFlags = 0, contentsObj, fieldType, fieldValue, subtype } = annotation
  if ((annotationFlags & unseen) !== 0) return null
  if (subtype === 'FreeText') return contentsObj?.str.replaceAll(/\s+/g, ' ').trim() || null
  if (subtype !== 'Widget' || annotation.pushButton || annotation.password) return null
  if (fieldType === 'Btn') {
    const own = annotation.checkBox ? annotation.exportValue : annotation.buttonValue
    return own === undefined ? null : own === fieldValue ? '[x]' : '[ ]'
  }
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((value) => typeof value === 'string')
  const names = values.map(
    (value) => annotation.options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value,
  )
  return names.join(', ').replaceAll(/\s+/g, ' ').trim() || null
}
