import { useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from '@x/kit/react'
import type { Day } from '../base/days.ts'
import { rulesAround, type DayRules } from '../calendar/calendarDays.ts'
import { todayOf } from '../calendar/today.ts'
import { modalPart, popoverPart } from '../late/parts.ts'
import { useLatePart } from '../late/useLatePart.ts'
import { useLatePopup } from '../late/useLatePopup.ts'
import { useIsPhone } from '../select/useIsPhone.ts'
import type { MomentRules } from './moment.ts'
import type { Picker } from './Picker.ts'
import type { PickerBody } from './PickerBody.tsx'
import { pickerBodyPart } from './pickerBodyPart.ts'

/** Options of `usePicker`. */
export interface UsePickerOptions extends Partial<DayRules> {
  readonly withTime: boolean
  readonly disabled: boolean
  /** Default: today by the device's clock. */
  readonly today: Day | undefined
  /** Called when the calendar closes without a choice. */
  readonly onDismiss: () => void
}

/**
 * Manages the calendar popup of a date field: open state, rules as of today, and the lazily loaded
 * component.
 */
export function usePicker({ withTime, disabled, today, onDismiss, ...ends }: UsePickerOptions): {
  readonly picker: Picker
  readonly Body: typeof PickerBody | undefined
} {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const phone = useIsPhone()
  const close = () => setOpen(false)
  const dismiss = () => {
    close()
    onDismiss()
  }
  const { Layer, zIndex } = useLatePopup(popoverPart, {
    isOpen: open && !phone,
    onEscape: dismiss,
    onFail: dismiss,
    anchor: box,
  })
  const { Part: Body } = useLatePart(pickerBodyPart, { wanted: open, onFail: dismiss })
  useStore(modalPart)
  const preload = () => {
    void (phone ? modalPart : popoverPart).load()
    void pickerBodyPart.load()
  }
  // Read the clock in event handlers only: the server's first markup may have another day.
  const day = () => today ?? todayOf()
  const rules = (): MomentRules => ({ ...rulesAround(day(), ends), withTime })
  const show = () => {
    if (!disabled) setOpen(true)
  }
  const picker: Picker = {
    open,
    phone,
    Layer,
    zIndex,
    anchor: box,
    day,
    rules,
    dismiss,
    close,
    boxProps: {
      ref: box,
      'data-open': open || undefined,
      onPointerEnter: preload,
      onFocus: preload,
      onClick: () => phone && show(),
    },
    buttonProps: {
      'aria-haspopup': 'dialog',
      'aria-expanded': open,
      disabled,
      onClick: () => (open ? dismiss() : show()),
    },
    onOpenKey: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || !event.altKey) return
      event.preventDefault()
      show()
    },
  }
  return { picker, Body }
}
