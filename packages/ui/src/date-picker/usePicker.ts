import { useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from '@x/kit/react'
import type { Day } from '../base/days.ts'
import { withDefaultEnds, type DayRules } from '../calendar/calendarDays.ts'
import { todayOf } from '../calendar/today.ts'
import { createLazyModule } from '../lazy/createLazyModule.ts'
import { lazyModal, lazyPopover } from '../lazy/lazyOverlays.ts'
import { useLazyModule } from '../lazy/useLazyModule.ts'
import { useLazyPopup } from '../lazy/useLazyPopup.ts'
import { useIsPhone } from '../select/useIsPhone.ts'
import type { MomentRules } from './moment.ts'
import type { Picker } from './Picker.ts'
import type { PickerBody } from './PickerBody.tsx'

/** The calendar popup in its own chunk: fields in which dates are only typed do not load it. */
const lazyPickerBody = /* @__PURE__ */ createLazyModule({
  name: 'picker-body',
  load: async () => (await import('./PickerBody.tsx')).PickerBody,
})

function load(phone: boolean): void {
  void (phone ? lazyModal : lazyPopover).load()
  void lazyPickerBody.load()
}

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
  const { Layer, zIndex } = useLazyPopup(lazyPopover, {
    isOpen: open && !phone,
    onEscape: dismiss,
    onFail: dismiss,
    anchor: box,
  })
  const { Component: Body } = useLazyModule(lazyPickerBody, { wanted: open, onFail: dismiss })
  useStore(lazyModal)
  const preload = () => load(phone)
  // Read the clock in event handlers only: the server's first markup may have another day.
  const day = () => today ?? todayOf()
  const rules = (): MomentRules => ({ ...withDefaultEnds(day(), ends), withTime })
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
