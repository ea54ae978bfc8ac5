import { classNames } from '../classNames.ts'
import type { IconShape } from './shapes.ts'

/** Props of `Shape`. */
export interface ShapeProps {
  readonly of: IconShape
  /** Pixels; default 16. */
  readonly size?: number
  readonly className?: string | undefined
}

/** Renders the same element as `Icon` without a label, at a tenth of the code. */
export function Shape({ of: { name, lines }, size = 16, className }: ShapeProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames('lucide', `lucide-${name}`, className)}
      aria-hidden="true"
      focusable={false}
    >
      {lines.map((line) => (
        <path key={line} d={line} />
      ))}
    </svg>
  )
}
