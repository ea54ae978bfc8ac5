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

export interface UsePickerOptions extends Partial<DayRules> {
  readonly withTime: boolean
  readonly disabled: boolean
  /** Default: the day on the clock of the device. */
  readonly today: Day | undefined
  /** It shut without a choice. */
  readonly onShut: () => void
}

/**
 * Where the calendar of a date field hangs, what its rules are at this moment, and what draws it
 * once its code is there.
 */
export function usePicker({ withTime, disabled, today, onShut, ...ends }: UsePickerOptions): {
  readonly picker: Picker
  readonly Body: typeof PickerBody | undefined
} {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const phone = useIsPhone()
  const close = () => setOpen(false)
  const shut = () => {
    close()
    onShut()
  }
  const { Layer, zIndex } = useLatePopup(popoverPart, {
    isOpen: open && !phone,
    onEscape: shut,
    onFail: shut,
    anchor: box,
  })
  const { Part: Body } = useLatePart(pickerBodyPart, { wanted: open, onFail: shut })
  useStore(modalPart)
  const preload = () => {
    void (phone ? modalPart : popoverPart).load()
    void pickerBodyPart.load()
  }
  // The clock is read when something happens, never for the page's first markup.
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
    shut,
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
      onClick: () => (open ? shut() : show()),
    },
    onOpenKey: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || !event.altKey) return
      event.preventDefault()
      show()
    },
  }
  return { picker, Body }
}
