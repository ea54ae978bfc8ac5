import type { LucideIcon } from 'lucide-react'

/** Props of `Icon`. */
export interface IconProps {
  /** An icon of lucide-react; import it by name to bundle only that one. */
  readonly of: LucideIcon
  /** Pixels; default 16. */
  readonly size?: number
  /** Accessible name of an icon without a text beside it; other icons are decoration. */
  readonly label?: string
  readonly className?: string | undefined
}

/** A lucide icon with stroke 1.5, hidden from screen readers unless it has a label. */
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
