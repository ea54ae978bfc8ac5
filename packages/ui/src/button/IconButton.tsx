import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './Button.tsx'

export interface IconButtonProps extends Omit<
  ButtonProps,
  'children' | 'startIcon' | 'endIcon' | 'block' | 'aria-label'
> {
  readonly icon: ReactNode
  /** The accessible name, shown as the native tooltip. */
  readonly label: string
}

/** A button that shows an icon; its label is spoken and stands in its native tooltip. */
export function IconButton({ icon, label, variant = 'ghost', ...rest }: IconButtonProps) {
  return <Button title={label} {...rest} variant={variant} aria-label={label} startIcon={icon} />
}
