import type { LucideIcon } from 'lucide-react'

export interface IconProps {
  /** An icon of lucide-react; import it by name, so that only it is bundled. */
  readonly of: LucideIcon
  /** Pixels; default 16. */
  readonly size?: number
  /** Only when the icon stands alone and means something; an icon beside its word is decoration. */
  readonly label?: string
  readonly className?: string | undefined
}

/** The house's icon: 16 px, stroke 1.5, hidden from screen readers unless it is labelled. */
export function Icon({ of: Shape, size = 16, label, className }: IconProps) {
  return label ? (
    <Shape
      size={size}
      strokeWidth={1.5}
      role="img"
      aria-label={label}
      className={className}
      focusable={false}
    />
  ) : (
    <Shape
      size={size}
      strokeWidth={1.5}
      aria-hidden="true"
      className={className}
      focusable={false}
    />
  )
}
