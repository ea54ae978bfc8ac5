import type { KeyboardEvent, RefObject } from 'react'
import type { BasePopover } from '../base/BasePopover.tsx'
import type { Day } from '../base/days.ts'
import type { MomentRules } from './moment.ts'

/** State and actions of the calendar popup of a date field. */
export interface Picker {
  readonly open: boolean
  readonly phone: boolean
  /** Popup component; `undefined` on a phone and until it is loaded. */
  readonly Layer: typeof BasePopover | undefined
  readonly zIndex: number
  readonly anchor: RefObject<HTMLDivElement | null>
  /** Today. */
  readonly day: () => Day
  /** The rules as of today. */
  readonly rules: () => MomentRules
  /** Closes without a choice and discards a half-entered range. */
  readonly dismiss: () => void
  /** Closes after a choice. */
  readonly close: () => void
  readonly boxProps: object
  readonly buttonProps: object
  /** Alt+ArrowDown opens the calendar, as in a native select. */
  readonly onOpenKey: (event: KeyboardEvent) => void
}
