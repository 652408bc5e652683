import { type ComponentType, createContext, type ReactNode } from 'react'

export interface LinkProps {
  href: string
  icon?: ReactNode
  children: ReactNode
}

export interface ActionProps {
  onSelect: () => void
  icon?: ReactNode
  disabled?: boolean
  children: ReactNode
}

export interface MoreProps {
  label: string
  icon?: ReactNode
  children: ReactNode
}

export interface ChoicesProps {
  label: string
  choices: readonly { value: string; label: string }[]
  chosen: string
  onChoose: (value: string) => void
}

interface Parts {
  LoadedLink: ComponentType<LinkProps>
  LoadedAction: ComponentType<ActionProps>
  LoadedMore: ComponentType<MoreProps>
  LoadedChoices: ComponentType<ChoicesProps>
  LoadedLine: ComponentType
}

/** The items of an open menu, which come with it. */
export const MenuParts = createContext<Parts | null>(null)
