import { ChevronDown, X } from 'lucide-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import { formatCount } from '#contract/amounts.ts'
import { changeMembers } from '#contract/organizations/members.ts'
import { useCall } from '#web/client/api.ts'
import { countAbove } from '#web/client/lists/list-focus.ts'
import { refreshMe, useMe } from '#web/client/me.ts'
import { Button } from '#web/kit/button.tsx'
import { handOnFocus, useKeptFocus } from '#web/kit/kept-focus.ts'
import { Menu, MenuAction } from '#web/kit/dialogs/menu.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { TabProps } from '../scope.ts'
import { BulkLimitDialog } from './bulk-limit-dialog.tsx'
import { BulkQuestion, type BulkTask, type MembersChange } from './bulk-questions.tsx'
import { levelOptions, roleOptions } from './choices.ts'
import type { PersonRow } from './people.ts'
import { memberFailures, membersUpdated } from './toasts.ts'

interface Props extends Pick<TabProps, 'scope'> {
  selected: readonly PersonRow[]
  /** Everybody whom the filters leave. */
  found: readonly PersonRow[]
  onSelect: (people: readonly PersonRow[]) => void
}

/** Changes everybody who is selected in one step, after a question that names the effect (D188). */
export function BulkBar({ selected, found, scope, onSelect }: Props) {
  const [task, setTask] = useState<BulkTask | null>(null)
  const everybody = found.filter(({ kind }) => kind === 'member')
  const close = () => setTask(null)
  const bar = useKeptFocus<HTMLDivElement>(countAbove)
  const { change, carryOut } = useChange({
    selected,
    scope,
    onDone: () => {
      onSelect([])
      // The dialog that held the focus disappears with the bar.
      handOnFocus(countAbove())
    },
  })
  return (
    <div
      ref={bar}
      role="region"
      aria-label="Selected members"
      className="sticky bottom-above-bar large-text:static z-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-3 py-2 shadow-overlay"
    >
      <div className="flex items-center gap-1">
        <Button
          variant="ghost"
          size="dense"
          aria-label="Clear Selection"
          className="-ml-2 px-2"
          icon={<X aria-hidden className="size-4" />}
          onClick={() => onSelect([])}
        />
        <p role="status" className="text-sm font-medium tabular">{`${formatCount(selected.length)} selected`}</p>
      </div>
      {selected.length < everybody.length && (
        <Button variant="ghost" size="dense" onClick={() => onSelect(everybody)}>
          Select All <span translate="no">{formatCount(everybody.length)}</span>
        </Button>
      )}
      <Acts onChoose={setTask} />
      <BulkQuestion selected={selected} task={task} onClose={close} onConfirm={carryOut} />
      <BulkLimitDialog
        open={task?.act === 'limit'}
        count={selected.length}
        isPending={change.isPending}
        onClose={close}
        onSubmit={carryOut}
      />
    </div>
  )
}

/** What can be changed for all of them. */
function Acts({ onChoose }: { onChoose: (task: BulkTask) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
      <Menu trigger={<Opener verb="Change">Role</Opener>}>
        {roleOptions.map(({ value, label }) => (
          <MenuAction key={value} onSelect={() => onChoose({ act: 'role', role: value })}>
            {label}
          </MenuAction>
        ))}
      </Menu>
      <Menu trigger={<Opener verb="Change">Level</Opener>}>
        {levelOptions.map(({ value, label }) => (
          <MenuAction key={value} onSelect={() => onChoose({ act: 'level', accessLevel: value })}>
            {label}
          </MenuAction>
        ))}
      </Menu>
      <Button variant="secondary" size="dense" onClick={() => onChoose({ act: 'limit' })}>
        <Label verb="Set">Limit</Label>
      </Button>
    </div>
  )
}

interface LabelProps {
  verb: string
  children: ReactNode
}

/** The label of a button; a phone has no room to show its verb. */
function Label({ verb, children }: LabelProps) {
  return (
    <span>
      <span className="max-sm:sr-only">{verb} </span>
      {children}
    </span>
  )
}

/** A button that opens a menu, which passes its own properties on. */
function Opener({ verb, children, ...rest }: LabelProps): ReactElement<Record<string, unknown>> {
  return (
    <Button {...rest} variant="secondary" size="dense">
      <span className="flex items-center gap-3">
        <Label verb={verb}>{children}</Label>
        <ChevronDown aria-hidden className="size-4" />
      </span>
    </Button>
  )
}

function useChange({ selected, scope, onDone }: Pick<Props, 'selected' | 'scope'> & { onDone: () => void }) {
  const me = useMe()
  const change = useCall(changeMembers, {
    failed: memberFailures.changeMember,
    done: async ({ changedCount }, { body: { ids } }) => {
      // Admins who change themselves, too, may see less from now on.
      if (me && ids.includes(me.id)) await refreshMe()
      showToast(membersUpdated(changedCount))
      onDone()
    },
  })
  const carryOut = (body: MembersChange) =>
    change.submit({ query: scope, body: { ...body, ids: selected.map(({ id }) => id) } })
  return { change, carryOut }
}
