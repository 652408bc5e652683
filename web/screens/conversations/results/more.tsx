import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/kit/button.tsx'

interface Props {
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** Everything about a conversation that few people look for, behind one press. */
export function More({ isOpen, onToggle, children }: Props) {
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
