import { Pencil, Mail, RotateCw, Check, Copy, ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { formatDay } from '#contract/dates.ts'
import { requiredLine, requiredText } from '#contract/required-text.ts'
import { editRecap, recapLimits, analyseAgain, mailRecap } from '#contract/results/recap.ts'
import { useCall } from '#web/client/api.ts'
import { serverMessage, showFailure } from '#web/client/failure.ts'
import { Button } from '#web/kit/button.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { takeFocus } from '#web/kit/kept-focus.ts'
import { Spinner } from '#web/kit/spinner.tsx'
import { MomentButton, type Moments } from './moments.tsx'
import { Proposals } from './proposals.tsx'
import { type ReadRecap, type Recap, showRecap } from './use-recap.ts'

interface Props {
  sessionId: string
  recap: ReadRecap
  moments: Moments
  /** Whether the text is on this screen, so that moments lead to it. */
  hasText: boolean
  /** The level of its heading. */
  Heading: 'h2' | 'h4'
}

/** Title, summary and proposed steps of a conversation, in all their states; nothing where nothing was said. */
export function RecapView({ hasText, Heading, moments, recap: { isSlow, read }, sessionId }: Props) {
  const recap = read.data
  // Without a toast: it would take the place of the one that says why the conversation ended.
  if (read.isError && !recap) return <Slow read={read} />
  if (!recap) return <Writing />
  if (recap.state === 'none') return <p className="text-muted">There's no recap of this session.</p>
  if (isEmpty(recap)) return null
  const linked = hasText ? recap : { ...recap, lines: [] }
  return (
    <div className="flex flex-col gap-4">
      {recap.state === 'processing' && !isSlow && <Writing />}
      {isSlow && <Slow read={read} />}
      {recap.state === 'ready' && <RecapWords {...{ recap, sessionId, Heading }} />}
      <Proposals recap={linked} moments={moments} />
    </div>
  )
}

/** Under "More": the documents that were read, and what can be done with the recap. */
export function RecapExtras({ moments, recap, sessionId }: { recap: Recap; moments: Moments; sessionId: string }) {
  return (
    <>
      <Documents recap={recap} moments={moments} />
      <RecapActions recap={recap} sessionId={sessionId} />
    </>
  )
}

/** Returns whether the analysis found nothing, since nothing was said. */
export function isEmpty({ proposals, state, summary, title }: Recap): boolean {
  return state === 'ready' && title === null && summary === null && proposals.length === 0
}

/** The recap takes longer, or could not be looked for. */
function Slow({ read }: { read: ReadRecap['read'] }) {
  const [isAsking, setAsking] = useState(false)
  const failure = serverMessage(read.error) ?? "We couldn't look for the recap."

  async function ask() {
    setAsking(true)
    await read.refetch()
    setAsking(false)
  }

  return (
    <div aria-live="polite" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <p>{read.isError ? failure : 'The recap is taking longer than usual.'}</p>
      <Button variant="secondary" size="dense" pending={isAsking} onClick={() => void ask()}>
        Check Again
      </Button>
    </div>
  )
}

function Writing() {
  return (
    <p aria-live="polite" className="flex items-center gap-2 text-muted">
      <Spinner />
      Writing the recap…
    </p>
  )
}

/** The documents from which answers came, with their moments. */
function Documents({ moments, recap }: { recap: Recap; moments: Moments }) {
  const titles = [...new Set(recap.sources.map(({ title }) => title))]
  if (titles.length === 0) return null
  return (
    <section aria-label="Read for the answers" className="text-sm">
      <p className="text-muted">Read for the answers</p>
      <ul>
        {titles.map((title) => (
          <li key={title} className="flex flex-wrap items-baseline gap-x-3">
            <span className="min-w-0 break-words">{title}</span>
            {secondsOf(recap, title).map((atSecond) => (
              <MomentButton
                key={atSecond}
                about={title}
                atSecond={atSecond}
                speaker="agent"
                lines={recap.lines}
                moments={moments}
              />
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

function secondsOf({ sources }: Recap, title: string): number[] {
  return [...new Set(sources.filter((source) => source.title === title).map(({ atSecond }) => atSecond))]
}

/** Title and summary. Once they are kept, the person can put them in their own words. */
function RecapWords({ Heading, recap, sessionId }: Pick<Props, 'Heading' | 'sessionId'> & { recap: Recap }) {
  const [editing, setEditing] = useState<'not yet' | 'now' | 'over'>('not yet')
  if (editing === 'now') return <EditForm recap={recap} sessionId={sessionId} onDone={() => setEditing('over')} />
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <Heading className="min-w-0 flex-1 text-lg font-semibold break-words">{recap.title ?? 'Recap'}</Heading>
        {recap.isKept && (
          <Button
            ref={editing === 'over' ? takeFocus : undefined}
            variant="ghost"
            size="dense"
            icon={<Pencil aria-hidden className="size-4" />}
            aria-label="Edit title and summary"
            onClick={() => setEditing('now')}
          >
            Edit
          </Button>
        )}
      </div>
      <p className="max-w-prose break-words whitespace-pre-line">
        {recap.summary ?? <span className="text-muted">There's no summary of this session.</span>}
      </p>
    </div>
  )
}

/** Returns the schema of the two fields; what the recap does not have may stay empty. */
function schemaOf({ summary, title }: Recap) {
  const optional = (max: number) => z.string().check(z.trim(), z.maxLength(max))
  return z.object({
    title: title === null ? optional(recapLimits.title) : requiredLine('Title', recapLimits.title),
    summary: summary === null ? optional(recapLimits.summary) : requiredText('Summary', recapLimits.summary),
  })
}

function EditForm({ onDone, recap, sessionId }: { onDone: () => void; recap: Recap; sessionId: string }) {
  const edit = useCall(editRecap, {
    done: (answer) => {
      showRecap(sessionId, answer)
      onDone()
    },
  })
  return (
    <Form
      schema={schemaOf(recap)}
      aria-label="Edit title and summary"
      onSubmit={({ summary, title }) => {
        const body = {
          ...(title !== (recap.title ?? '') && { title }),
          ...(summary !== (recap.summary ?? '') && { summary }),
        }
        if (Object.keys(body).length === 0) return onDone()
        return edit.submit({ params: { id: sessionId }, body })
      }}
      className="flex max-w-prose flex-col gap-3"
    >
      <TextField
        ref={takeFocus}
        name="title"
        label="Title"
        defaultValue={recap.title ?? ''}
        maxLength={recapLimits.title}
        required={recap.title !== null}
      />
      <TextArea
        name="summary"
        label="Summary"
        defaultValue={recap.summary ?? ''}
        maxLength={recapLimits.summary}
        required={recap.summary !== null}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pendingText="Saving…">Save</SubmitButton>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

/** Copies a recap, emails it to its person, or has the session analyzed again, and says what the last press has done. */
function RecapActions({ recap, sessionId }: { recap: Recap; sessionId: string }) {
  const [done, setDone] = useState('')
  const mail = useCall(mailRecap, { done: ({ sentTo }) => setDone(`Sent to ${sentTo}.`) })
  const again = useCall(analyseAgain, {
    done: (answer) => {
      showRecap(sessionId, answer)
      setDone('Analyzed again.')
    },
  })
  const acts = [
    { act: mail, label: 'Email to Me', pendingText: 'Sending…', Icon: Mail },
    { act: again, label: 'Analyze Again', pendingText: 'Analyzing…', Icon: RotateCw },
  ]
  return (
    <div className="-mx-3 flex flex-wrap items-center gap-x-1">
      <CopyButton label="Copy Recap" text={recapText(recap)} />
      {acts.map(({ act, label, pendingText, Icon }) => (
        <Button
          key={label}
          variant="ghost"
          size="dense"
          icon={<Icon aria-hidden className="size-4" />}
          pending={act.isPending}
          pendingText={pendingText}
          onClick={() => {
            setDone('')
            void act.submit({ params: { id: sessionId } })
          }}
        >
          {label}
        </Button>
      ))}
      <p aria-live="polite" className="min-w-0 px-3 text-sm wrap-anywhere text-muted">
        {done}
      </p>
    </div>
  )
}

/** Returns a recap as plain text, for copying. */
export function recapText({ proposals, sources, summary, title }: Recap): string {
  const steps = proposals
    .filter(({ state }) => state !== 'dismissed')
    .map((step) => `- ${step.title}${step.dueOn === null ? '' : ` (by ${formatDay(step.dueOn)})`}`)
  const titles = [...new Set(sources.map((source) => source.title))]
  return [
    title,
    summary,
    steps.length > 0 ? ['Next steps:', ...steps].join('\n') : null,
    titles.length > 0 ? `Read for the answers: ${titles.join(', ')}` : null,
  ]
    .filter((part) => part !== null)
    .join('\n\n')
    .concat('\n')
}

const notAllowed = { title: 'Error', text: "Your browser didn't allow copying. Select the text instead." }

/** Copies words to the clipboard and says so, until they change. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
    } catch {
      showFailure(notAllowed)
    }
  }

  return (
    <Button
      variant="ghost"
      size="dense"
      icon={isCopied ? <Check aria-hidden className="size-4 text-success" /> : <Copy aria-hidden className="size-4" />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </Button>
  )
}

interface MoreProps {
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** Everything about a conversation that few people look for, behind one press. */
export function More({ isOpen, onToggle, children }: MoreProps) {
  return (
    <div className="flex flex-col items-stretch gap-5">
      <Button
        variant="ghost"
        className="-ml-4 self-start"
        aria-expanded={isOpen}
        icon={<ChevronDown aria-hidden className={isOpen ? 'size-4 rotate-180' : 'size-4'} />}
        onClick={onToggle}
      >
        More
      </Button>
      {isOpen && children}
    </div>
  )
}
