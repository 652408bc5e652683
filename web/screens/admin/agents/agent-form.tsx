import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import type { AdminAgentPage } from '#contract/agents/admin-agents.ts'
import { agentFields, agentLimits, categoriesFor, organizationMissingText } from '#contract/agents/agent-fields.ts'
import { Mic } from 'lucide-react'
import { useTalk } from '#web/screens/agents/talking.ts'
import { Button } from '#web/kit/button.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { FormFooter } from '#web/kit/dialogs/dialog.tsx'
import { type FieldErrors, Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { OrganizationsField } from './organizations-field.tsx'
import { PictureField } from './picture-field.tsx'
import { startTest } from './start-test.ts'
import { defaultVoice, VoiceField } from './voice-field.tsx'

const fields = agentFields.shape

/** An empty field means the default. */
const blankIsDefault = z.transform((text: unknown) => (text === '' ? undefined : text))
const defaultIsNone = z.transform((value: unknown) => (value === defaultVoice ? '' : value))
const toNumber = z.transform((text: unknown) => (text === '' ? undefined : Number(text)))

const schema = z.object({
  name: fields.name,
  description: fields.description,
  category: z
    .string({ error: 'Please choose a category' })
    .check(z.minLength(1, { error: 'Please choose a category' })),
  price: z.pipe(blankIsDefault, fields.price),
  rating: z.pipe(toNumber, fields.rating),
  elevenLabsAgentId: fields.elevenLabsAgentId,
  voiceId: z.pipe(defaultIsNone, fields.voiceId),
  firstMessage: fields.firstMessage,
  systemPrompt: fields.systemPrompt,
  isActive: z.boolean(),
  isPremium: z.boolean(),
  isPrivate: z.boolean(),
})

export type AgentValues = z.output<typeof schema> & { imageUrl: string | null; organizationIds: number[] }

interface Props {
  /** Left out for a new agent. */
  agent?: AdminAgentPage
  submitLabel: string
  pendingText: string
  isPending: boolean
  onSubmit: (values: AgentValues) => Promise<FieldErrors | void>
  onCancel: () => void
}

/** The form for everything that an admin sets for an agent (S127-S130, D148). */
export function AgentForm({ agent, submitLabel, pendingText, isPending, onSubmit, onCancel }: Props) {
  const [imageUrl, setImageUrl] = useState(agent?.imageUrl ?? null)
  const [isUploading, setUploading] = useState(false)
  const [isPrivate, setPrivate] = useState(agent?.isPrivate ?? false)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(agent?.organizations.map(({ id }) => id)))

  async function submit(values: z.output<typeof schema>): Promise<FieldErrors | void> {
    if (values.isPrivate && chosen.size === 0) return { organizationIds: organizationMissingText }
    return onSubmit({ ...values, imageUrl, organizationIds: [...chosen] })
  }

  return (
    <Form schema={schema} onSubmit={submit} className="flex flex-col gap-6" aria-label={submitLabel}>
      <PictureField url={imageUrl} onChange={setImageUrl} onBusy={setUploading} />
      <About agent={agent} />
      <Group title="Who can use it">
        <Checkbox
          name="isActive"
          label="Active"
          help="Inactive agents are hidden from the marketplace and cannot be used."
          defaultChecked={agent?.isActive ?? true}
        />
        <Checkbox
          name="isPremium"
          label="Premium"
          help="People must unlock it before they can use it."
          defaultChecked={agent?.isPremium ?? false}
        />
        <Checkbox
          name="isPrivate"
          label="Private"
          help="Only people in the organizations you select can use it."
          checked={isPrivate}
          onChange={setPrivate}
        />
        {isPrivate && <OrganizationsField chosen={chosen} onChange={setChosen} />}
      </Group>
      <Voice agent={agent} />
      <FormFooter>
        <Button variant="secondary" disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton pendingText={pendingText} disabled={isUploading}>
          {submitLabel}
        </SubmitButton>
      </FormFooter>
    </Form>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-5">
      <h3 className="text-lg font-semibold">{title}</h3>
      {children}
    </section>
  )
}

/** The fields that people see. */
function About({ agent }: Pick<Props, 'agent'>) {
  const categories = categoriesFor(agent?.category)
  return (
    <>
      <TextField
        name="name"
        label="Name"
        maxLength={agentLimits.name}
        defaultValue={agent?.name ?? ''}
        autoComplete="off"
        required
      />
      <TextArea
        name="description"
        label="Description"
        rows={3}
        maxLength={agentLimits.description}
        defaultValue={agent?.description ?? ''}
        required
      />
      <Select
        name="category"
        label="Category"
        options={categories.map((category) => ({ value: category, label: category }))}
        defaultValue={agent?.category ?? null}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="price"
          label="Price per minute"
          help="For reference. Only talking uses credits."
          inputMode="decimal"
          placeholder="0.05"
          autoComplete="off"
          defaultValue={agent?.price ?? ''}
        />
        <TextField
          name="rating"
          label="Rating"
          help="0 to 5, shown until five people have rated the agent."
          inputMode="decimal"
          placeholder="4.8"
          autoComplete="off"
          defaultValue={agent ? String(agent.rating) : ''}
        />
      </div>
    </>
  )
}

/** The fields that are sent to the voice provider. */
function Voice({ agent }: Pick<Props, 'agent'>) {
  return (
    <Group title="How it talks">
      <TextArea
        name="systemPrompt"
        label="System prompt"
        help="What the agent knows and how it behaves. Applies from the next conversation."
        rows={8}
        maxLength={agentLimits.systemPrompt}
        defaultValue={agent?.systemPrompt ?? ''}
      />
      <TextArea
        name="firstMessage"
        label="First message"
        help="What the agent says first. If empty, the agent waits for the person to speak."
        rows={2}
        maxLength={agentLimits.firstMessage}
        defaultValue={agent?.firstMessage ?? ''}
      />
      <VoiceField present={agent?.voiceId ?? ''} />
      {agent && <TalkWithWords agent={agent} />}
      <TextField
        name="elevenLabsAgentId"
        label="ElevenLabs agent ID"
        help="Leave empty to create the agent at ElevenLabs."
        autoComplete="off"
        spellCheck={false}
        defaultValue={agent?.elevenLabsAgentId ?? ''}
      />
    </Group>
  )
}

/** Starts a test conversation with the words and the voice as they stand in the form. */
function TalkWithWords({ agent }: { agent: AdminAgentPage }) {
  const talkTo = useTalk()
  function talk(form: HTMLFormElement | null) {
    const typed = new FormData(form ?? undefined)
    const textOf = (name: string, saved: string | null) => {
      const text = typed.get(name)
      return typeof text === 'string' ? text : (saved ?? '')
    }
    const voiceId = textOf('voiceId', agent.voiceId)
    talkTo({
      ...agent,
      startTest: startTest(agent.id, {
        systemPrompt: textOf('systemPrompt', agent.systemPrompt),
        firstMessage: textOf('firstMessage', agent.firstMessage),
        voiceId: voiceId === defaultVoice ? '' : voiceId,
      }),
    })
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="secondary"
        icon={<Mic aria-hidden className="size-4" />}
        onClick={({ currentTarget }) => talk(currentTarget.form)}
      >
        Test This Draft
      </Button>
      <p className="min-w-0 flex-1 basis-56 text-sm text-muted">
        A free test with the prompt, first message and voice in this form. Nothing is saved or published.
      </p>
    </div>
  )
}
