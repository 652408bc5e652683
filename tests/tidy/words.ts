import { parse, type SourceFile } from './source-files.ts'

/** The replaced words of docs/GLOSSARY.md: where they still stand in names and comments. */

interface Rule {
  /** As the glossary's last column writes it. */
  replaced: string
  /** Its forms, in names and comments alike unless `only` says otherwise; phrases are looked for in comments. */
  forms: RegExp
  only?: 'names' | 'comments'
  /** Where the word is replaced; everywhere when left out. */
  within?: RegExp
  /** Names that keep it: the seeds', the services' and the platform's own. */
  except?: RegExp
}

/** Where people talk with agents: a session is a sign-in everywhere else. */
const conversations = /^(server|contract|web\/screens)\/conversations\/|^web\/voice\//

/** Field names of the seeds, as they are spelt in the contract and in columns. */
const seedCredits =
  /^(is_active_)?(total_)?(remaining|organization|purchased|monthly|unlock_cost|bonus|total_first_time|first_time_bonus)_?credits?$|^(minimum_|monthly_|bonus_)?credits?_(added|deducted|used|balance|after|before|purchase)(_ms)?$|^(p_)?(unlock|provider)_cost_credits$|^insufficient_credits$|^not_enough_credits$|^credit_balance$/

export const rules: readonly Rule[] = [
  { replaced: 'wallet', forms: /^wallets?$/ },
  { replaced: 'buyer', forms: /^buyers?$/ },
  { replaced: 'credits', forms: /^credits$/, only: 'names', except: seedCredits },
  { replaced: 'refill', forms: /^refill(s|ed|ing)?$/ },
  { replaced: 'fulfilment', forms: /^fulfil(ment|s|led)?$/ },
  { replaced: 'reversal', forms: /^reversals?$/, except: /^(source_)?transfer_reversals?$/ },
  { replaced: 'claim', forms: /^claim(s|ed|ing)?$/ },
  { replaced: 'company', forms: /^compan(y|ies)$/, only: 'names', except: /company_(name|sizes?|building)/ },
  { replaced: 'workplace', forms: /^workplaces?$/ },
  { replaced: 'place', forms: /^places?$/, only: 'names', within: /^server\/(kernel|identity|organizations)\// },
  { replaced: 'seat', forms: /^seats?$/, only: 'names', within: /^server\/(kernel|identity)\// },
  { replaced: 'superadmin', forms: /^superadmins?$/ },
  { replaced: 'assistant', forms: /^assistants?$/ },
  {
    replaced: 'session',
    forms: /^sessions?$/,
    only: 'names',
    within: conversations,
    except:
      /^session(_ids?|_storage)?$|^voice_sessions?(_|$)|^media_session$|^session_(active|idle|over|ended|tick|warning|not_found)|^(total_)?sessions$|^average_session_seconds$|^too_many_short_sessions$/,
  },
  { replaced: 'talks', forms: /^talks$/, only: 'names' },
  { replaced: 'letter', forms: /^letters?$/, only: 'names', except: /letter_outlines/ },
  { replaced: 'forget', forms: /^forget(s|ting)?$/, only: 'names' },
  { replaced: 'withdrawn debt', forms: /^withdr(aw|awn|awal|ew)$/, within: /^server\/(billing|ledger)\// },
  { replaced: 'tell', forms: /^tells?$/, only: 'names' },
  { replaced: 'worked off', forms: /\bwork(ed|s|ing)? off\b|\bworkedOff\w*/ },
  { replaced: 'wish', forms: /^wish(es|ed)?$/ },
  {
    replaced: 'use',
    forms: /^use$/,
    only: 'names',
    within: /^server\//,
    except: /^use_case$|^use_(fake|real)_timers$/,
  },
  {
    replaced: 'mock',
    forms: /^(mock|stub)(s|ed|ing)?$/,
    except: /^mock(ed)?$|^(vi_)?(un)?stub_(all_)?globals?$|^restore_all_mocks$/,
  },
  // Plain English, in comments.
  { replaced: 'whoever', forms: /\b(whoever|whomever)\b/i, only: 'comments' },
  { replaced: 'anew', forms: /\banew\b/i, only: 'comments' },
  { replaced: 'any more', forms: /\bany more\b/i, only: 'comments' },
  { replaced: 'answers whether', forms: /\banswers? whether\b/i, only: 'comments' },
  { replaced: 'nobody is', forms: /\b(is nobody|nobody is)\b/i, only: 'comments' },
]

/** The names and the comments of a file, its texts for people left out. */
function read(file: SourceFile): { names: string; comments: string } {
  const text = file.name.endsWith('.sql')
    ? file.text.replaceAll(/--.*|'(?:[^']|'')*'/g, (hit) => (hit.startsWith('--') ? hit : "''"))
    : withoutTexts(file)
  const comment = /\/\*[\s\S]*?\*\/|\/\/.*|--(?= ).*/g
  const comments = text.match(comment) ?? []
  return {
    names: text.replaceAll(comment, ''),
    comments: comments.join('\n').replaceAll(/\s*\n\s*(\*|\/\/|--)?\s*/g, ' '),
  }
}

/** Blanks what stands in quotes, templates, regular expressions and between tags. */
function withoutTexts(file: SourceFile): string {
  const spans: [number, number][] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) return value.forEach(visit)
    const node = value as { type?: string; start: number; end: number }
    const isText = node.type === 'TemplateElement' || node.type === 'JSXText' || node.type === 'Literal'
    if (isText) spans.push([node.start, node.end])
    else Object.values(node).forEach(visit)
  }
  visit(parse(file).body)
  let text = ''
  let at = 0
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    if (start < at) continue
    text += `${file.text.slice(at, start)} `
    at = end
  }
  return text + file.text.slice(at)
}

/** `sessionId` and `session_id` alike: `session_id`. */
function flat(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
}

/** How often each replaced word stands in a file. */
export function replacedWords(file: SourceFile): Map<string, number> {
  const { names, comments } = read(file)
  const found = new Map<string, number>()
  const inNames = words(names)
  const inComments = words(comments)
  for (const rule of rules) {
    if (rule.within && !rule.within.test(file.name)) continue
    const isPhrase = !rule.forms.source.startsWith('^')
    const texts = isPhrase ? [...(rule.only === 'comments' ? [] : [names]), comments] : []
    const lists = isPhrase ? [] : listsOf(rule, inNames, inComments)
    const count =
      texts.reduce((sum, text) => sum + (text.match(new RegExp(rule.forms, 'gi'))?.length ?? 0), 0) +
      lists.flat().filter((name) => !rule.except?.test(name) && name.split('_').some((part) => rule.forms.test(part)))
        .length
    if (count > 0) found.set(rule.replaced, count)
  }
  return found
}

function words(text: string): string[] {
  return (text.match(/[A-Za-z_]\w*/g) ?? []).map(flat)
}

function listsOf({ only }: Rule, names: string[], comments: string[]): string[][] {
  if (only === 'names') return [names]
  return only === 'comments' ? [comments] : [names, comments]
}

/** The stand-ins speak the services' words, migrations those of their day, and these files name what they forbid. */
const exempt = /^packages\/|\/migrations\/|^tests\/tidy\/(standing-)?words/

/** Where replaced words stand: word -> first folder -> how often. */
export function countReplaced(files: readonly SourceFile[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {}
  for (const file of files) {
    if (!/\.(ts|tsx|mjs|js|sql)$/.test(file.name) || exempt.test(file.name)) continue
    const folder = file.name.includes('/') ? file.name.replace(/\/.*/, '') : 'root'
    for (const [word, count] of replacedWords(file)) {
      const of = (counts[word] ??= {})
      of[folder] = (of[folder] ?? 0) + count
    }
  }
  return counts
}
