import { parse, type SourceFile } from '../tidy/source-files.ts'

/** A test as it appears in its file. */
export interface NamedTest {
  file: string
  /** As written; `…` stands for what a template fills in. */
  title: string
  start: number
  end: number
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isTestFile = /^(tests|contract|server|web|packages|bench)\/.*\.(test|spec)\.ts$/

/** Returns every test, and every group of tests, of the project's test files. */
export function namedTests(files: readonly SourceFile[]): NamedTest[] {
  return files.filter(({ name }) => isTestFile.test(name)).flatMap((file) => testsOf(parse(file), file.name))
}

function testsOf(value: unknown, file: string): NamedTest[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => testsOf(item, file))
  const node = value as Node
  const inner = Object.values(node).flatMap((item) => testsOf(item, file))
  if (node.type !== 'CallExpression' || !isTest(node.callee as Node)) return inner
  const [title] = node.arguments as Node[]
  const text = title && textOf(title)
  return text ? [{ file, title: text, start: node.start, end: node.end }, ...inner] : inner
}

/** Returns whether a call is `test(…)`, `it.each(…)(…)`, `test.describe(…)` and the like. */
function isTest(callee: Node): boolean {
  if (callee.type === 'Identifier') return /^(it|test|describe)$/.test(callee.name as string)
  if (callee.type === 'MemberExpression') return isTest(callee.object as Node)
  return callee.type === 'CallExpression' && isTest(callee.callee as Node)
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
  return null
}

/** Returns whether a test with this title in its file can be the one that ran under `title`. */
export function isTitled(test: NamedTest, title: string): boolean {
  const pattern = test.title
    // Vitest's own placeholders.
    .replaceAll(/%[sdifjoc#]|\$[\w.]+/g, '…')
    .split('…')
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join('.*')
  return test.title === title || new RegExp(`^${pattern}$`, 's').test(title)
}
