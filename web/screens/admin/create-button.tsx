import { Plus } from 'lucide-react'
import type { Duty } from '#contract/identity/staff.ts'
import { Button } from '#web/kit/button.tsx'
import { useDuty } from './use-duty.ts'

interface Props {
  label: string
  /** Without it there is no button. */
  duty: Duty
  onClick: () => void
}

/** The button above a list that creates a new item; on phones it is as wide as the list. */
export function CreateButton({ label, duty, onClick }: Props) {
  if (!useDuty(duty)) return null
  return (
    <div className="mb-4 flex sm:justify-end">
      <Button icon={<Plus aria-hidden className="size-4" />} className="max-sm:w-full" onClick={onClick}>
        {label}
      </Button>
    </div>
  )
}
