import { ChevronDown } from 'lucide-react'
import { Badge, type BadgeTone } from '#web/kit/badge.tsx'
import { type Endpoint, fieldsOf, type JsonSchema, schemaOf, typeOf } from './api-document.ts'

const tones: Record<string, BadgeTone> = { GET: 'neutral', DELETE: 'danger' }

/** One call: a line on what it does, and its input, answer and refusals when opened. */
export function ApiEndpoint({ endpoint }: { endpoint: Endpoint }) {
  const { method, path, summary, security, parameters = [], requestBody, responses } = endpoint
  const body = requestBody && schemaOf(requestBody)
  return (
    <details className="group border-b border-line">
      <summary className="flex cursor-pointer list-none items-start gap-3 rounded-control py-3 [&::-webkit-details-marker]:hidden">
        <span className="w-16 shrink-0">
          <Badge tone={tones[method] ?? 'soft'}>{method}</Badge>
        </span>
        <span className="min-w-0 flex-1">
          <code className="font-medium [overflow-wrap:anywhere]">{path}</code>
          <span className="mt-0.5 block text-muted">{summary}</span>
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform duration-menu group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-4 pb-6 sm:pl-19">
        <p>{security.length > 0 ? 'Requires a signed-in session.' : 'Open to everyone.'}</p>
        {parameters.length > 0 && (
          <Fields
            title="In the address"
            fields={parameters.map(({ name, required, schema }) => ({ name, isRequired: required, schema }))}
          />
        )}
        {body && <Fields title="Body" fields={fieldsOf(body)} />}
        {Object.entries(responses).map(([status, response]) => (
          <Response key={status} status={status} text={response.description} schema={schemaOf(response)} />
        ))}
      </div>
    </details>
  )
}

/** A success shows its fields; refusals share one shape and differ in code and message. */
function Response({ status, text, schema }: { status: string; text: string; schema: JsonSchema | undefined }) {
  if (status.startsWith('2') && schema) {
    const fields = fieldsOf(schema)
    const title = `Answer ${status}: ${typeOf(schema)}`
    return fields.length > 0 ? <Fields title={title} fields={fields} /> : <p className="font-semibold">{title}</p>
  }
  return (
    <div>
      <p className="font-semibold">Refusal {status}</p>
      <ul className="mt-1 text-muted">
        {text.split('\n').map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

function Fields({ title, fields }: { title: string; fields: ReturnType<typeof fieldsOf> }) {
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul className="mt-1">
        {fields.map(({ name, isRequired, schema }) => (
          <li key={name} className="flex flex-wrap gap-x-3 border-t border-line py-1.5 first:border-0">
            <code className="[overflow-wrap:anywhere] sm:w-56">{name}</code>
            <span className="min-w-0 flex-1 text-muted [overflow-wrap:anywhere]">
              {typeOf(schema)}
              {!isRequired && ', optional'}
              {schema.description && `. ${schema.description}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
