import { inkOn } from '#contract/organizations/app/brand-colors.ts'
import { classes } from '#web/kit/classes.ts'

interface Props {
  organization: { name: string; logoUrl: string | null; primaryColor: string }
  size?: keyof typeof sizes
}

const sizes = {
  small: { box: 'size-9 rounded-control text-base', pixels: 36 },
  large: { box: 'size-14 rounded-card text-2xl', pixels: 56 },
}

/** The logo of an organization, as large as its tile, or its initial on its color (D136). It is decorative: the name is next to it. */
export function OrganizationMark({ organization: { name, logoUrl, primaryColor }, size = 'large' }: Props) {
  const { box, pixels } = sizes[size]
  if (logoUrl) {
    return (
      <img
        src={logoUrl}
        alt=""
        width={pixels}
        height={pixels}
        referrerPolicy="no-referrer"
        className={classes('shrink-0 bg-logo-ground object-contain', box)}
      />
    )
  }
  return (
    <span
      aria-hidden
      className={classes('flex shrink-0 items-center justify-center font-semibold', box)}
      style={{ backgroundColor: primaryColor, color: inkOn(primaryColor).ink }}
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}
