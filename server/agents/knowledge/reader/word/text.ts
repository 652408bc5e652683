/** Brings the XML of Word into the part of it that the converter knows, without what a reader does not see (D199). */
import type { Unread } from '../reading.ts'
import { ancestorNamed, isOn, propertiesOf, type WordStyles } from './styles.ts'
import { attributeOf, childNamed, nameOf, type Part, partsNamed } from '../xml.ts'

/** Parts of a run that show something; its fields have to stay complete. */
const shown =
  /^(t|tab|ptab|br|cr|sym|ruby|drawing|pict|object|AlternateContent|noBreakHyphen|softHyphen|footnoteReference|endnoteReference)$/
/** Half points above the line from which small digits are raised. */
const raisedFrom = 4

type Counted = Required<Pick<Unread, 'pictures' | 'diagrams' | 'formulas' | 'parts'>>

/** Changes a part of a document in place, and counts in `unread` what has no text. */
export function simplify(root: Part, styles: WordStyles, unread: Counted): void {
  const parts = Map.groupBy(root.querySelectorAll('*'), nameOf)
  const named = (...names: string[]): Part[] => names.flatMap((name) => parts.get(name) ?? [])
  for (const change of named('del', 'moveFrom')) if (hasChildren(change)) change.remove()
  for (const row of named('trPr')) if (childNamed(row, 'hidden') ?? childNamed(row, 'del')) row.parentElement?.remove()
  for (const cell of named('cellDel')) clear(ancestorNamed(cell, 'tc'))
  for (const run of named('r')) judge(run, styles)
  for (const choices of named('AlternateContent')) chooseIn(choices)
  for (const wrapper of named('fldSimple', 'dir', 'bdo')) unwrap(wrapper)
  for (const ruby of named('ruby')) writeRuby(ruby)
  for (const end of named('cr')) end.replaceWith(made(end, 'br'))
  for (const tab of named('ptab')) tab.replaceWith(made(tab, 'tab'))
  for (const hint of named('showingPlcHdr')) {
    for (const text of partsNamed(ancestorNamed(hint, 'sdt') ?? hint, 't')) text.remove()
  }
  for (const list of named('ddList')) writeChosen(list)
  for (const box of named('txbxContent').toReversed()) takeOut(box)
  for (const figure of named('drawing', 'pict', 'object')) if (isIn(root, figure)) writeFigure(figure, unread)
  const formulas = named('oMath').filter((formula) => isIn(root, formula))
  for (const formula of formulas) formula.remove()
  unread.formulas += formulas.length
  unread.parts += named('altChunk').length
}

/** Takes away what a run hides or strikes out, and marks text that only its style raises. */
function judge(run: Part, styles: WordStyles): void {
  const { dstrike, position, strike, vanish, vertAlign } = propertiesOf(run, styles)
  if (isOn(vanish) || isOn(strike) || isOn(dstrike)) {
    for (const child of Array.from(run.children)) if (shown.test(nameOf(child))) child.remove()
    return
  }
  const isRaised = Number(position) >= raisedFrom && /^\d{1,3}$/.test(run.textContent.trim())
  const level = isRaised ? 'superscript' : vertAlign
  if (level !== 'superscript' && level !== 'subscript') return
  const own = childNamed(run, 'rPr') ?? made(run, 'rPr')
  childNamed(own, 'vertAlign')?.remove()
  const mark = made(run, 'vertAlign')
  mark.setAttribute(run.localName.replace(/r$/, 'val'), level)
  own.append(mark)
  run.prepend(own)
}

/** Keeps the one of several forms that holds the text of a box. */
function chooseIn(choices: Part): void {
  const [choice, fallback] = [childNamed(choices, 'Choice'), childNamed(choices, 'Fallback')]
  const isText = choice !== null && partsNamed(choice, 'txbxContent').length > 0
  const kept = isText ? choice : (fallback ?? choice)
  choices.replaceWith(...Array.from(kept?.childNodes ?? []))
}

function unwrap(wrapper: Part): void {
  wrapper.replaceWith(...Array.from(wrapper.childNodes))
}

/** Writes how signs are read after them, in parentheses. */
function writeRuby(ruby: Part): void {
  const run = ancestorNamed(ruby, 'r')
  const [base, reading] = [childNamed(ruby, 'rubyBase'), childNamed(ruby, 'rt')]
  if (!run || !base) return
  ruby.replaceWith(textOf(ruby, `${base.textContent}${reading ? `(${reading.textContent})` : ''}`))
}

/** Writes the chosen entry of a list in a form of older Word files. */
function writeChosen(list: Part): void {
  const chosen = childNamed(list, 'result') ?? childNamed(list, 'default')
  const entries = Array.from(list.children).filter((child) => nameOf(child) === 'listEntry')
  const entry = entries[Number((chosen && attributeOf(chosen, 'val')) ?? 0)]
  const run = ancestorNamed(list, 'r')
  if (!entry || !run) return
  const added = made(run, 'r')
  added.append(textOf(run, attributeOf(entry, 'val') ?? ''))
  run.after(added)
}

/** Puts the paragraphs of a text box after the paragraph that holds it. */
function takeOut(box: Part): void {
  ancestorNamed(box, 'p')?.after(...Array.from(box.childNodes))
}

function writeFigure(figure: Part, unread: { pictures: number; diagrams: number }): void {
  const within = new Map(Array.from(figure.querySelectorAll('*'), (part) => [nameOf(part), part]))
  const [frame, ornament] = [within.get('docPr'), within.get('decorative')]
  const words = [frame && attributeOf(frame, 'descr'), frame && attributeOf(frame, 'title'), altOf(within)]
  const description = words.find((text) => text?.trim() && !/^\S+\.\w{3,4}$/.test(text)) ?? ''
  figure.replaceWith(textOf(figure, description && ` ${description} `))
  if (description || (ornament && attributeOf(ornament, 'val') === '1')) return
  if (within.has('chart') || within.has('relIds')) unread.diagrams += 1
  else if (within.has('blip') || within.has('imagedata')) unread.pictures += 1
}

function altOf(within: ReadonlyMap<string, Part>): string | null | undefined {
  const [shape, data] = [within.get('shape'), within.get('imagedata')]
  return (shape && attributeOf(shape, 'alt')) ?? (data && attributeOf(data, 'title'))
}

function clear(cell: Part | null): void {
  for (const child of Array.from(cell?.children ?? [])) if (nameOf(child) !== 'tcPr') child.remove()
}

/** Returns a new element of that name, with the prefix of another. */
function made(like: Part, name: string): Part {
  return like.ownerDocument.createElement(like.localName.replace(/[^:]*$/, name))
}

function textOf(like: Part, text: string): Part {
  const element = made(like, 't')
  element.setAttribute('xml:space', 'preserve')
  element.append(text)
  return element
}

function hasChildren({ children }: Part): boolean {
  return Array.from(children).length > 0
}

function isIn(root: Part, part: Part): boolean {
  let above: Part | null = part
  while (above && above !== root) above = above.parentElement
  return above === root
}
