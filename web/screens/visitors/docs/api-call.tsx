import { Check, Copy, Link as LinkIcon } from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import type { Who } from '#contract/call.ts'
import { duties, type Duty, isDuty } from '#contract/identity/staff.ts'
import type { StaffRole } from '#contract/identity/people.ts'
import { showFailure } from '#web/client/failure.ts'
import { Button } from '#web/kit/button.tsx'
import { FilterPills } from '#web/kit/fields/filter-pills.tsx'
import { type Endpoint, fieldsOf, type JsonSchema, schemaOf, typeOf } from './api-document.ts'
import { exampleOf, type Language, languages } from './examples.ts'
import { classes } from '#web/kit/classes.ts'

const whoWords: Record<Exclude<Who, Duty>, string> = {
  anyone: 'Open to everyone.',
  person: 'Requires sign-in.',
  access: 'For people with access: a subscription of their own, an organization, or a platform admin.',
  organization_guest: 'For everyone in the organization.',
  organization_member: 'For members and admins of the organization.',
  organization_admin: 'For admins of the organization.',
}

const staffNames: Record<StaffRole, string> = {
  owner: 'owners',
  support: 'support',
  finance: 'finance',
  content: 'content',
  read_only: 'read-only',
}

/** Returns who may make a call, in words. */
function whoText(who: Who): string {
  if (!isDuty(who)) return whoWords[who]
  return `For platform admins: ${duties[who].map((role) => staffNames[role]).join(', ')}.`
}

interface Props {
  endpoint: Endpoint
  language: Language
  onLanguage: (language: Language) => void
}

/** One call: what it does, who may make it, what it takes and answers, and an example beside that. */
export const ApiCall = memo(function ApiCall({ endpoint, language, onLanguage }: Props) {
  const { id, method, path, summary, requestBody } = endpoint
  return (
    <article id={id} className="border-b border-line py-8">
      <h2 className="flex items-start gap-3">
        <MethodChip method={method} />
        <code className="min-w-0 pt-0.5 font-mono text-base font-semibold [overflow-wrap:anywhere]">{path}</code>
        <a href={`#${id}`} className="mt-1 shrink-0 rounded-[2px] text-muted hover:text-text">
          <LinkIcon aria-hidden className="size-4" />
          <span className="sr-only">
            Link to {method} {path}
          </span>
        </a>
      </h2>
      <div className="mt-3 grid gap-6 xl:grid-cols-2">
        <div className="min-w-0">
          <p className="text-reading [overflow-wrap:anywhere]">{summary}</p>
          <p className="mt-2 text-muted">
            {whoText(endpoint['x-who'])}
            {endpoint['x-asks-proof'] && (
              <span> Platform admins must have confirmed their identity in the last 5 minutes.</span>
            )}
          </p>
          <Parameters endpoint={endpoint} />
          {requestBody && <Body content={requestBody} />}
          <Answers endpoint={endpoint} />
        </div>
        <div className="min-w-0">
          <CodeExample
            label={`Example of ${method} ${path}`}
            code={exampleOf(endpoint, language, location.origin)}
            language={language}
            onLanguage={onLanguage}
          />
        </div>
      </div>
    </article>
  )
})

function Parameters({ endpoint: { parameters = [] } }: { endpoint: Endpoint }) {
  if (parameters.length === 0) return null
  const fields = parameters.map(({ name, required, schema }) => ({ name, isRequired: required, schema }))
  return <Fields title="In the address" fields={fields} />
}

function Body({ content }: { content: NonNullable<Endpoint['requestBody']> }) {
  const schema = schemaOf(content) ?? content.content?.['multipart/form-data']?.schema
  if (!schema) return null
  return <Fields title={schemaOf(content) ? 'Body' : 'Body (form)'} fields={fieldsOf(schema)} />
}

/** A success shows its fields; refusals share one shape and differ in status, code and message. */
function Answers({ endpoint: { responses } }: { endpoint: Endpoint }) {
  const all = Object.entries(responses)
  const refusals = all.flatMap(([status, { description }]) =>
    status.startsWith('2') ? [] : description.split('\n').map((line) => ({ status, line })),
  )
  return (
    <>
      {all
        .filter(([status]) => status.startsWith('2'))
        .map(([status, response]) => (
          <Answer key={status} status={status} schema={schemaOf(response)} />
        ))}
      {refusals.length > 0 && (
        <Folded title={refusals.length === 1 ? '1 error' : `${refusals.length} errors`}>
          {refusals.map(({ status, line }) => {
            const [code = '', ...message] = line.split(': ')
            return (
              <li key={line} className="border-t border-line py-1.5 first:border-0">
                <span className="mr-2 font-mono text-sm font-semibold">{status}</span>
                <code className="font-mono text-sm [overflow-wrap:anywhere]">{code}</code>
                <span className="block text-muted">{message.join(': ')}</span>
              </li>
            )
          })}
        </Folded>
      )}
    </>
  )
}

function Answer({ status, schema }: { status: string; schema: JsonSchema | undefined }) {
  if (!schema) return null
  const title = `Answer ${status}: ${typeOf(schema)}`
  const fields = fieldsOf(schema)
  if (fields.length === 0) return <p className="mt-4 font-semibold">{title}</p>
  return (
    <Folded title={`${title}, ${fields.length === 1 ? '1 field' : `${fields.length} fields`}`}>
      <FieldRows fields={fields} />
    </Folded>
  )
}

/** Opens with the browser's own means; most readers look for the input first. */
function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-4">
      <summary className="cursor-pointer rounded-control font-semibold">{title}</summary>
      <ul className="mt-1">{children}</ul>
    </details>
  )
}

function Fields({ title, fields }: { title: string; fields: ReturnType<typeof fieldsOf> }) {
  return (
    <div className="mt-4">
      <p className="font-semibold">{title}</p>
      <ul className="mt-1">
        <FieldRows fields={fields} />
      </ul>
    </div>
  )
}

function FieldRows({ fields }: { fields: ReturnType<typeof fieldsOf> }) {
  return fields.map(({ name, isRequired, schema }, place) => (
    <li key={`${name}-${place}`} className="border-t border-line py-1.5 first:border-0">
      <code className="mr-2 font-mono text-sm font-semibold [overflow-wrap:anywhere]">{name}</code>
      <span className="text-muted [overflow-wrap:anywhere]">
        {typeOf(schema)}
        {!isRequired && <span>, optional</span>}
        {schema.description && <span>{`. ${schema.description}`}</span>}
      </span>
    </li>
  ))
}

interface ExampleProps {
  /** For screen readers. */
  label: string
  code: string
  language: Language
  onLanguage: (language: Language) => void
}

const options = languages.map((value) => ({ value, label: value }))

/** Code in a box of its own, which scrolls alone, with a choice of language and a button that copies it. */
function CodeExample({ label, code, language, onLanguage }: ExampleProps) {
  const [copied, setCopied] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      setCopied(code)
    } catch {
      showFailure({
        title: 'Copy Failed',
        text: "Your browser didn't allow it. Please select the code and copy it yourself.",
      })
    }
  }
  const isCopied = copied === code
  return (
    <div className="night-room overflow-hidden rounded-card xl:sticky xl:top-20">
      <div className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
        <FilterPills label="Language of the examples" options={options} value={language} onChange={onLanguage} />
        <Button
          variant="ghost"
          size="dense"
          icon={isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
        tabIndex={0}
        role="group"
        aria-label={label}
        className="max-h-96 overflow-auto px-4 pt-1 pb-4 font-mono text-sm"
      >
        <code>{code}</code>
      </pre>
    </div>
  )
}

const tones: Record<string, string> = {
  GET: 'bg-info-soft text-accent-text',
  DELETE: 'bg-danger-soft text-danger',
  POST: 'bg-soft text-soft-text',
}

/** The method of a call. Reading, deleting and the rest differ in color and word. */
export function MethodChip({ method, isSmall = false }: { method: string; isSmall?: boolean }) {
  return (
    <span
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-control font-mono font-semibold',
        isSmall ? 'h-4.5 w-12 text-[0.625rem]' : 'h-6 px-2 text-xs',
        tones[method] ?? 'bg-warning-soft text-warning',
      )}
    >
      {method}
    </span>
  )
}
