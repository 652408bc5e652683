import { Visitor } from 'oxc-parser'
import { parse, type SourceFile } from './source-files.ts'

/** Finds the replaced words of docs/GLOSSARY.md in names and comments. */

interface Rule {
  /** The word as in the last column of the glossary. */
  replaced: string
  /** Its forms, in names and comments unless `only` limits it; a pattern without ^ also finds phrases. */
  forms: RegExp
  only?: 'names' | 'comments'
  /** The files in which the word is replaced; all files when omitted. */
  within?: RegExp
  /** Names that keep the word: those of the specifications, the services and the platform. */
  except?: RegExp
}

/** The files about conversations; everywhere else, a session is a sign-in. */
const conversations = /^(server|contract|web\/screens)\/(conversations|results)\/|^web\/voice\//

/** Field names from the specifications, as spelled in the contract and in columns. */
const seedCredits =
  /^(is_active_)?(total_)?(remaining|organization|purchased|monthly|unlock_cost|bonus|total_first_time|first_time_bonus)_?credits?$|^(minimum_|monthly_|bonus_)?credits?_(added|deducted|used|balance|after|before|purchase)(_ms)?$|^(p_)?(unlock|provider)_cost_credits$|^insufficient_credits$|^not_enough_credits$|^credit_balance$/

/** All files but those in which the specification's own `credits` stand: an unlock's price, a payment's type, a sort key. */
const besidesCredits =
  /^(?!.*\/agents\/|web\/screens\/admin\/payments\/words\.ts|server\/admin\/(users|organizations)\.ts|tests\/pages\/admin\/users\.ts)/

export const rules: readonly Rule[] = [
  { replaced: 'wallet', forms: /^wallets?$/ },
  { replaced: 'buyer', forms: /^buyers?$/ },
  { replaced: 'credits', forms: /^credits$/, only: 'names', within: besidesCredits, except: seedCredits },
  { replaced: 'refill', forms: /^refill(s|ed|ing)?$/ },
  { replaced: 'fulfilment', forms: /^fulfil(ment|s|led)?$/ },
  { replaced: 'reversal', forms: /^reversals?$/, except: /^(source_)?transfer_reversals?$/ },
  // A service worker claims its pages.
  { replaced: 'claim', forms: /^claim(s|ed|ing)?$/, within: /^(?!web\/public\/)/ },
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
      /^session(_ids?|_storage|_transcript)?$|^voice_sessions?(_|$)|^media_session$|^session_(active|idle|over|ended|tick|warning|not_found)|^(total_)?sessions$|^average_session_seconds$|^too_many_short_sessions$/,
  },
  { replaced: 'talks', forms: /^talks$/, only: 'names' },
  { replaced: 'letter', forms: /^letters?$/, only: 'names', except: /letter_outlines/ },
  { replaced: 'forget', forms: /^forget(s|ting)?$/, only: 'names' },
  // A request for a refund is withdrawn by the person who made it; nothing about money is.
  {
    replaced: 'withdrawn debt',
    forms: /^withdr(aw|awn|awal|ew)$/,
    within: /^server\/(billing|ledger)\/(?!refunds\/(approvals|refund-requests|second-person)\.)/,
  },
  { replaced: 'tell', forms: /^tells?$/, only: 'names' },
  { replaced: 'worked off', forms: /\bwork(ed|s|ing)? off\b|\bworkedOff\w*/ },
  { replaced: 'wish', forms: /^wish(es|ed)?$/ },
  {
    replaced: 'use',
    forms: /^use$/,
    only: 'names',
    within: /^server\//,
    except: /^use_case$|^use_knowledge_base$|^use_(fake|real)_timers$/,
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

/** A turn of phrase that new comments, test titles and subjects of commits do without, and what to write instead. */
type Phrase = { pattern: RegExp; instead: string }

const start = String.raw`(?:^|[.!?:;]\s+)`

export const phrases: readonly Phrase[] = [
  { pattern: new RegExp(`${start}(?:What|Who|Whose|what|who|whose) (?![^.]*\\?)`), instead: 'begin with the subject' },
  {
    pattern: new RegExp(`${start}(?:Of|of) (?:the|an?|those|these|each|two|what)\\b`),
    instead: 'begin with the subject',
  },
  {
    pattern: /\b(?:is|are|be|being) (?:also |only |not |never )?(?:said|told)\b/,
    instead: 'name who says it, or: is shown',
  },
  { pattern: /\b(?:stands?|stood)\b(?!-| (?:for|in for|out|up|still)\b)/, instead: 'is' },
  { pattern: /\b(?:lies?|lying)\b/, instead: 'is' },
  { pattern: /\bmend(?:s|ed|ing)?\b/, instead: 'fix' },
  { pattern: /\bbeside\b/, instead: 'next to, with' },
  { pattern: /\bmeanwhile\b/i, instead: 'while …, or nothing' },
  { pattern: /\balone(?=[.,;:)]|$)/, instead: 'only' },
]

/** Returns what a passage of English should not say, each with what to write instead. Quotations are free. */
export function faultsOf(passage: string): string[] {
  const text = passage.replaceAll(/`[^`]*`|"[^"]*"/g, '…')
  const inComments = rules.filter(({ only, forms }) => only === 'comments' && forms.test(text))
  return [
    ...phrases.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(text)?.[0]
      return found ? [`“${found.replace(/^[.!?:;]/, '').trim()}” – ${instead}`] : []
    }),
    ...inComments.map(({ replaced }) => `“${replaced}” – see docs/GLOSSARY.md`),
  ]
}

/** Returns the names and the comments of a file, without its strings. */
function read(file: SourceFile): { names: string; comments: string } {
  const text = file.name.endsWith('.sql')
    ? file.text.replaceAll(/--.*|'(?:[^']|'')*'/g, (hit) => (hit.startsWith('--') ? hit : "''"))
    : withoutTexts(file)
  const comment = /\/\*[\s\S]*?\*\/|\/\/.*|--(?= ).*/g
  const comments = text.match(comment) ?? []
  return {
    names: text.replaceAll(comment, ''),
    comments: withoutBreaks(comments.join('\n')),
  }
}

/** Joins the lines of comments. */
function withoutBreaks(text: string): string {
  return text.replaceAll(/\s*\n\s*(\*|\/\/|--)?\s*/g, ' ')
}

/** Returns a file without its strings, templates, regular expressions and text between tags. */
function withoutTexts(file: SourceFile): string {
  const spans: [number, number][] = []
  const add = ({ start, end }: { start: number; end: number }): void => void spans.push([start, end])
  new Visitor({ Literal: add, TemplateElement: add, JSXText: add }).visit(parse(file).program)
  let text = ''
  let at = 0
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    if (start < at) continue
    text += `${file.text.slice(at, start)} `
    at = end
  }
  return text + file.text.slice(at)
}

/** Returns `session_id` for both `sessionId` and `session_id`. */
function flat(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
}

/** Returns the replaced words that a file uses. */
export function replacedWords(file: SourceFile): string[] {
  // Parsing is what takes long, and most files have none of the words, not even in a string.
  const whole = withoutBreaks(file.text)
  if (used(file.name, whole, whole).length === 0) return []
  const { names, comments } = read(file)
  return used(file.name, names, comments)
}

function used(name: string, names: string, comments: string): string[] {
  const inNames = words(names)
  const inComments = words(comments)
  const isUsed = (rule: Rule): boolean => {
    if (rule.within && !rule.within.test(name)) return false
    const isPhrase = !rule.forms.source.startsWith('^')
    if (isPhrase) {
      const texts = rule.only === 'comments' ? [comments] : [names, comments]
      return texts.some((text) => new RegExp(rule.forms, 'i').test(text))
    }
    return listsOf(rule, inNames, inComments)
      .flat()
      .some((name) => !rule.except?.test(name) && name.split('_').some((part) => rule.forms.test(part)))
  }
  return rules.filter(isUsed).map(({ replaced }) => replaced)
}

function words(text: string): string[] {
  return [...new Set(text.match(/[A-Za-z_]\w*/g))].map(flat)
}

function listsOf({ only }: Rule, names: string[], comments: string[]): string[][] {
  if (only === 'names') return [names]
  return only === 'comments' ? [comments] : [names, comments]
}

/** Stand-ins use the services' words, old migrations keep theirs, and the files of this test name what they forbid. */
const exempt = /^packages\/|\/migrations\/|^tests\/tidy\/(words|english)/

/** Returns the files that use replaced words, each with the words. */
export function findReplaced(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ name }) => /\.(ts|tsx|mjs|js|sql)$/.test(name) && !exempt.test(name))
    .flatMap((file) => replacedWords(file).map((word) => `${file.name}: ${word}`))
}
