import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './Button.tsx'

/** Props of `IconButton`: those of `Button`, with an icon instead of children. */
export interface IconButtonProps extends Omit<
  ButtonProps,
  'children' | 'startIcon' | 'endIcon' | 'block' | 'aria-label'
> {
  readonly icon: ReactNode
  /** Accessible name, also shown as the native tooltip. */
  readonly label: string
}

/** A button that shows only an icon; the label is its accessible name and native tooltip. */
export function IconButton({ icon, label, variant = 'ghost', ...rest }: IconButtonProps) {
  return <Button title={label} {...rest} variant={variant} aria-label={label} startIcon={icon} />
}
