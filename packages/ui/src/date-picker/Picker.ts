import type { KeyboardEvent, RefObject } from 'react'
import type { BasePopover } from '../base/BasePopover.tsx'
import type { Day } from '../base/days.ts'
import type { MomentRules } from './moment.ts'

/** The calendar of a date field: whether it is open, where it hangs, what opens it. */
export interface Picker {
  readonly open: boolean
  readonly phone: boolean
  /** What the calendar hangs in; `undefined` until its code is there, and on a phone. */
  readonly Layer: typeof BasePopover | undefined
  readonly zIndex: number
  readonly anchor: RefObject<HTMLDivElement | null>
  /** Today, and the rules as of today. */
  readonly day: () => Day
  readonly rules: () => MomentRules
  /** Shuts and lets go of what is half done. */
  readonly shut: () => void
  /** Shuts after a choice. */
  readonly close: () => void
  readonly boxProps: object
  readonly buttonProps: object
  /** Alt and an arrow down open the calendar, as in a select of the platform. */
  readonly onOpenKey: (event: KeyboardEvent) => void
}
