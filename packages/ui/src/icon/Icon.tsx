import type { LucideIcon } from 'lucide-react'
import type { WidgetProps } from '../WidgetProps.ts'

/** Props of `Icon`. */
export interface IconProps extends WidgetProps {
  /** An icon of lucide-react; import it by name to bundle only that one. */
  readonly of: LucideIcon
  /** Pixels; default 16. */
  readonly size?: number
  /** Accessible name of an icon without a text beside it; other icons are decoration. */
  readonly label?: string
}

/** A lucide icon with stroke 1.5, hidden from screen readers unless it has a label. */
export function Icon({ of: Shape, size = 16, label, ...rest }: IconProps) {
  const named = label
    ? ({ role: 'img', 'aria-label': label } as const)
    : ({ 'aria-hidden': 'true' } as const)
  return <Shape {...rest} {...named} size={size} strokeWidth={1.5} focusable={false} />
}
