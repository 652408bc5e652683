import path from 'node:path'
import {
  type Expression,
  isConditionalExpression,
  isNoSubstitutionTemplateLiteral,
  isTaggedTemplateExpression,
  isVariableDeclaration,
  type Node,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import { API, type Project, type Symbol as Member, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'

/** Every statement that the server sends through the sql tag, with the fields of the rows to which it is cast. */

const root = path.resolve(import.meta.dirname, '../../..')

export interface Field {
  name: string
  /** What its type allows besides null: `string`, `number`, `boolean`, `Date`, `bytes`, `object`, `unknown`, `string[]`. */
  kinds: string[]
  mayBeMissing: boolean
  mayBeNull: boolean
}

export interface Statement {
  /** Such as `server/identity/users.ts:12`. */
  at: string
  /** As PostgreSQL receives it. */
  text: string
  /** The name of the rows' type. */
  row: string
  /** Null for rows without a type. */
  fields: Field[] | null
}

/** Returns all statements with the types that the compiler gives their rows. */
export function readStatements(): Statement[] {
  const api = new API({ cwd: root })
  try {
    const config = path.join(root, 'tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`${config} is no project`)
    return project.program
      .getSourceFileNames()
      .filter((file) => file.startsWith(`${root}/server/`))
      .flatMap((file) => statementsOf(project, file))
  } finally {
    api.close()
  }
}

function statementsOf(project: Project, file: string): Statement[] {
  const source = project.program.getSourceFile(file)
  const found: Statement[] = []
  const visit = (node: Node): void => {
    if (isTaggedTemplateExpression(node)) {
      const row = rowOf(project, node)
      if (row) {
        const line = source?.text.slice(0, node.pos + node.getLeadingTriviaWidth()).split('\n').length ?? 0
        for (const text of textsOf(project, node, sortKeysOf(source))) {
          found.push({
            at: `${path.relative(root, file)}:${line}`,
            text,
            row: project.checker.typeToString(row),
            fields: fieldsOf(project, row),
          })
        }
      }
    }
    node.forEachChild(visit)
  }
  source?.forEachChild(visit)
  return found
}

/** Returns the type of the rows; null for tags of other templates. */
function rowOf({ checker }: Project, node: TaggedTemplateExpression): Type | null {
  const tag = checker.getTypeAtLocation(node.tag)
  if (!tag || !/^(Sql|Read|LongRead|Step|Tx)$/.test(checker.typeToString(tag))) return null
  const promise = checker.getTypeAtLocation(node)
  const [rows] = promise?.isTypeReference() ? checker.getTypeArguments(promise) : []
  const [row] = rows?.isTypeReference() ? checker.getTypeArguments(rows) : []
  if (!row) throw new Error(`${node.getText()} has no rows`)
  return row
}

/** Returns a statement as it is sent: once, or once for each order of a list. */
function textsOf(project: Project, { template }: TaggedTemplateExpression, sortKeys: string[]): string[] {
  if (isNoSubstitutionTemplateLiteral(template)) return [template.text]
  const isSorted = template.templateSpans.some(({ expression }) => expression.getText() === 'key')
  return (isSorted ? sortKeys : ['']).map((key) => {
    let parameters = 0
    return template.templateSpans.reduce((text, { expression, literal }) => {
      return `${text}${listOf(project, expression, key) ?? `$${++parameters}`}${literal.text}`
    }, template.head.text)
  })
}

/** Returns the expressions that the list of a file is sorted by. */
function sortKeysOf(source: Node | undefined): string[] {
  const [, keys = ''] = /\bconst sortKeys = (\{.*?\n?\})\n\n/s.exec(source?.getText() ?? '') ?? []
  return [...keys.matchAll(/columns`([^`]*)`/g)].map(([, key = '']) => key)
}

/** Returns the text of a list made by `columns`, or what `orderBy` returns; null for a value. */
function listOf(project: Project, expression: Expression, key: string): string | null {
  const { checker } = project
  const type = checker.getTypeAtLocation(expression)
  if (!type || checker.typeToString(type) !== 'Columns') return null
  if (expression.getText() === 'key') return key
  if (expression.getText() === 'direction') return 'desc'
  // A choice has the usual list last.
  if (isConditionalExpression(expression)) return listOf(project, expression.whenFalse, key)
  if (isTaggedTemplateExpression(expression) && isNoSubstitutionTemplateLiteral(expression.template))
    return expression.template.text
  const declared = checker.getSymbolAtLocation(expression)?.valueDeclaration?.resolve(project)
  const made = declared && isVariableDeclaration(declared) ? declared.initializer : undefined
  if (!made) throw new Error(`${expression.getText()} is not a constant of the same file made by columns`)
  return listOf(project, made, key)
}

function fieldsOf(project: Project, row: Type): Field[] | null {
  const members = project.checker.getPropertiesOfType(row)
  return members.length === 0 ? null : members.map((member) => fieldOf(project, member))
}

function fieldOf(project: Project, member: Member): Field {
  const type = project.checker.getTypeOfSymbol(member)
  const kinds = type ? kindsOf(project, type) : ['unknown']
  const mayBeMissing = (member.flags & SymbolFlags.Optional) !== 0 || kinds.includes('undefined')
  return {
    name: member.name,
    kinds: [...new Set(kinds.filter((kind) => kind !== 'null' && kind !== 'undefined'))],
    mayBeMissing,
    mayBeNull: mayBeMissing || kinds.includes('null') || kinds.includes('unknown'),
  }
}

const simpleKinds: [TypeFlags, string][] = [
  [TypeFlags.Any | TypeFlags.Unknown, 'unknown'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
]

function kindsOf(project: Project, type: Type): string[] {
  const { checker } = project
  if (type.isUnionType()) return (type.getTypes() ?? []).flatMap((one) => kindsOf(project, one))
  const simple = simpleKinds.find(([flags]) => (type.flags & flags) !== 0)
  if (simple) return [simple[1]]
  if (checker.isArrayType(type) && type.isTypeReference()) {
    const [element] = checker.getTypeArguments(type)
    return element ? kindsOf(project, element).map((kind) => `${kind}[]`) : ['unknown[]']
  }
  const name = type.getSymbol()?.name
  if (name === 'Date') return ['Date']
  return name === 'Buffer' || name === 'Uint8Array' ? ['bytes'] : ['object']
}
