import { Plus } from 'lucide-react'
import { Button } from '#web/kit/button.tsx'

/** The button above a list that creates a new item; on phones it is as wide as the list. */
export function CreateButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <div className="mb-4 flex sm:justify-end">
      <Button icon={<Plus aria-hidden className="size-4" />} className="max-sm:w-full" onClick={onClick}>
        {label}
      </Button>
    </div>
  )
}
