import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ChangeEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useStore } from '@x/kit/react'
import { createLazyModule } from '../lazy/createLazyModule.ts'
import { lazyModal } from '../lazy/lazyOverlays.ts'
import { useLazyModule } from '../lazy/useLazyModule.ts'
import { useLazyPopup } from '../lazy/useLazyPopup.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { optionId } from './selectReducer.ts'
import { useIsPhone } from './useIsPhone.ts'
import { useSelect, type UseSelectOptions } from './useSelect.ts'

/** The menu in its own chunk, loaded when a select first opens. */
const lazySelectMenu = /* @__PURE__ */ createLazyModule({
  name: 'select-menu',
  load: async () => (await import('./SelectMenu.tsx')).SelectMenu,
})

interface LazyMenuOptions {
  readonly open: boolean
  readonly phone: boolean
  readonly anchor: RefObject<HTMLDivElement | null>
  readonly onEscape: () => void
  readonly onFail: () => void
}

/** The menu once its chunk is loaded, as a popup or on a phone as a sheet. */
function useLazyMenu({ open, phone, anchor, onEscape, onFail }: LazyMenuOptions) {
  const { zIndex } = useLazyPopup(lazySelectMenu, {
    isOpen: open && !phone,
    onEscape,
    onFail,
    anchor,
  })
  // The sheet stays rendered after its first use for the exit animation.
  const [hasOpenedSheet, setHasOpenedSheet] = useState(false)
  if (open && phone && !hasOpenedSheet) setHasOpenedSheet(true)
  const { Component } = useLazyModule(lazySelectMenu, { wanted: open && phone, onFail })
  const sheet = useStore(lazyModal)
  const Menu = open || (phone && hasOpenedSheet) ? Component : undefined
  const isMenuVisible = open && Menu !== undefined && (!phone || sheet === 'ready')
  const preload = () => {
    if (phone) void lazyModal.load()
    void lazySelectMenu.load()
  }
  return { Menu, isMenuVisible, zIndex, preload }
}

/** Options of `useSelectBox`. */
export interface UseSelectBoxOptions extends UseSelectOptions {
  readonly label: ReactNode
  readonly 'aria-label': string | undefined
  readonly disabled: boolean
  readonly readOnly: boolean
  readonly control: RefObject<HTMLInputElement | null>
  readonly onQuery: ((text: string) => void) | undefined
}

interface UseComboboxOptions extends UseSelectOptions {
  readonly readOnly: boolean
}

/** The menu, and the input that takes the query and the keys, in the field or in the sheet. */
function useCombobox({ readOnly, ...rest }: UseComboboxOptions) {
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const phone = useIsPhone()
  const behaviour = useSelect(rest)
  const { state, shown, send, onKeyDown } = behaviour
  const { open, active } = state
  const { filterable } = rest
  const close = () => send({ type: 'close' })
  const { Menu, isMenuVisible, zIndex, preload } = useLazyMenu({
    open,
    phone,
    anchor: box,
    onEscape: () => send({ type: 'escape' }),
    onFail: close,
  })
  const activeIndex = isMenuVisible ? shown.findIndex((option) => option.value === active) : -1
  const combobox = {
    role: 'combobox',
    'aria-expanded': open,
    'aria-haspopup': 'listbox',
    'aria-controls': isMenuVisible ? listId : undefined,
    'aria-activedescendant': activeIndex >= 0 ? optionId(listId, activeIndex) : undefined,
    'aria-autocomplete': filterable ? 'list' : 'none',
    autoComplete: 'off',
    spellCheck: false,
    onKeyDown: readOnly ? undefined : onKeyDown,
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      send({ type: 'query', text: event.currentTarget.value }),
  } as const
  return {
    ...behaviour,
    Menu,
    listId,
    phone,
    filterable,
    close,
    zIndex,
    anchor: box,
    combobox,
    preload,
  }
}

/** Behaviour that `Select` and `MultiSelect` share: the combobox, its keys, and its menu. */
export function useSelectBox({
  label,
  'aria-label': ariaLabel,
  disabled,
  readOnly,
  control: input,
  onQuery,
  ...rest
}: UseSelectBoxOptions) {
  const strings = useUiStrings()
  const menu = useCombobox({ ...rest, readOnly })
  const { state, send, phone, filterable, preload } = menu
  const { open, query } = state
  const reportQuery = useEffectEvent(() => onQuery?.(query))
  useEffect(() => reportQuery(), [query])
  const boxProps = {
    ref: menu.anchor,
    'data-open': open || undefined,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => {
      if (disabled) return
      input.current?.focus()
      if (readOnly) return
      send({ type: open && !filterable ? 'close' : 'open' })
    },
  }
  const inputProps = {
    ...menu.combobox,
    ref: input,
    readOnly: !filterable || phone || readOnly,
    'aria-readonly': readOnly || undefined,
    disabled,
    onBlur: () => !phone && menu.close(),
  }
  return {
    ...menu,
    accessibleName: ariaLabel ?? (typeof label === 'string' ? label : strings.select),
    typing: open && filterable && !phone,
    boxProps,
    inputProps,
  }
}
