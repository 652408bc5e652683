import { UserRound } from 'lucide-react'
import { classes } from './classes.ts'

const sizes = {
  small: { box: 'size-6', icon: 'size-3.5', pixels: 24 },
  large: { box: 'size-20', icon: 'size-9', pixels: 80 },
}

/** A person's photo, or a generic figure (S046). It has no text alternative, because a name stands beside it. */
export function Face({ url, size = 'small' }: { url: string | null; size?: keyof typeof sizes }) {
  const { box, icon, pixels } = sizes[size]
  if (url) {
    const look = classes('shrink-0 rounded-full object-cover', box)
    return <img src={url} alt="" width={pixels} height={pixels} className={look} />
  }
  return (
    <span className={classes('flex shrink-0 items-center justify-center rounded-full bg-soft text-soft-text', box)}>
      <UserRound aria-hidden className={icon} />
    </span>
  )
}
