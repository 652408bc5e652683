/** Properties of characters in Word, which a run has itself or by the styles of its characters and its paragraph. */
import { attributeOf, childNamed, nameOf, type Part } from '../xml.ts'

const properties = ['vanish', 'strike', 'dstrike', 'vertAlign', 'position'] as const
export type RunProperty = (typeof properties)[number]
type Values = Partial<Record<RunProperty, string>>

interface Style {
  basedOn: string | null
  values: Values
}
export type WordStyles = ReadonlyMap<string, Style>

/** Styles refer to each other; a circle of them ends here. */
const mostSteps = 20

/** Returns the styles of a document; `root` is null for one without any. */
export function stylesIn(root: Part | null): WordStyles {
  const styles = new Map<string, Style>()
  for (const style of root?.children ?? []) {
    const id = attributeOf(style, 'styleId')
    const base = childNamed(style, 'basedOn')
    if (id !== null)
      styles.set(id, { basedOn: base && attributeOf(base, 'val'), values: valuesOf(childNamed(style, 'rPr')) })
  }
  return styles
}

/** Returns the properties that count for a run. */
export function propertiesOf(run: Part, styles: WordStyles): Values {
  const own = childNamed(run, 'rPr')
  const paragraph = childNamed(ancestorNamed(run, 'p'), 'pPr')
  return {
    ...byStyle(styles, childNamed(paragraph, 'pStyle')),
    ...byStyle(styles, childNamed(own, 'rStyle')),
    ...valuesOf(own),
  }
}

/** Returns whether a property that is on or off is on. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && !/^(0|false|off|none)$/.test(value)
}

export function ancestorNamed(part: Part, name: string): Part | null {
  let above = part.parentElement
  while (above && nameOf(above) !== name) above = above.parentElement
  return above
}

function byStyle(styles: WordStyles, reference: Part | null): Values {
  const values: Values[] = []
  let id = reference && attributeOf(reference, 'val')
  for (let step = 0; id !== null && step < mostSteps; step++) {
    const style = styles.get(id)
    values.unshift(style?.values ?? {})
    id = style?.basedOn ?? null
  }
  return Object.assign({}, ...values) as Values
}

function valuesOf(part: Part | null): Values {
  const values: Values = {}
  for (const name of properties) {
    const child = childNamed(part, name)
    if (child) values[name] = attributeOf(child, 'val') ?? 'on'
  }
  return values
}
