import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ChangeEvent,
  type ReactNode,
} from 'react'
import { useStore } from '@x/kit/react'
import { modalPart } from '../late/parts.ts'
import { useLatePart } from '../late/useLatePart.ts'
import { useLatePopup } from '../late/useLatePopup.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { optionId } from './selectReducer.ts'
import { selectMenuPart } from './selectMenuPart.ts'
import { useIsPhone } from './useIsPhone.ts'
import { useSelect, type UseSelectOptions } from './useSelect.ts'

export interface UseSelectBoxOptions extends UseSelectOptions {
  readonly label: ReactNode
  readonly 'aria-label': string | undefined
  readonly disabled: boolean
  readonly onQuery: ((text: string) => void) | undefined
}

/**
 * What the boxes of one and of several have in common: the combobox, its keys, and where the menu
 * hangs.
 */
export function useSelectBox({
  label,
  'aria-label': ariaLabel,
  disabled,
  onQuery,
  ...rest
}: UseSelectBoxOptions) {
  const strings = useUiStrings()
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const phone = useIsPhone()
  const behaviour = useSelect(rest)
  const { state, shown, send, onKeyDown } = behaviour
  const { open, query, active } = state
  const { filterable } = rest
  const shut = () => send({ type: 'shut' })
  const { zIndex } = useLatePopup(selectMenuPart, {
    isOpen: open && !phone,
    onEscape: () => send({ type: 'escape' }),
    onFail: shut,
    anchor: box,
  })
  // On a phone the sheet is the popup, and stays once used for its way out.
  const [sheeted, setSheeted] = useState(false)
  if (open && phone && !sheeted) setSheeted(true)
  const { Part } = useLatePart(selectMenuPart, { wanted: open && phone, onFail: shut })
  const sheet = useStore(modalPart)
  const Menu = open || (phone && sheeted) ? Part : undefined
  const drawn = open && Menu !== undefined && (!phone || sheet === 'ready')
  const activeIndex = open ? shown.findIndex((option) => option.key === active) : -1
  const tell = useEffectEvent(() => onQuery?.(query))
  useEffect(() => tell(), [query])
  const preload = () => {
    if (phone) void modalPart.load()
    void selectMenuPart.load()
  }
  const combobox = {
    role: 'combobox',
    'aria-expanded': open,
    'aria-haspopup': 'listbox',
    'aria-controls': drawn ? listId : undefined,
    'aria-activedescendant': drawn && activeIndex >= 0 ? optionId(listId, activeIndex) : undefined,
    'aria-autocomplete': filterable ? 'list' : 'none',
    autoComplete: 'off',
    spellCheck: false,
    onKeyDown,
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      send({ type: 'query', text: event.currentTarget.value }),
  } as const
  const boxProps = {
    ref: box,
    'data-open': open || undefined,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => {
      if (disabled) return
      input.current?.focus()
      send({ type: open && !filterable ? 'shut' : 'open' })
    },
  }
  const inputProps = {
    ...combobox,
    ref: input,
    readOnly: !filterable || phone,
    disabled,
    onBlur: () => !phone && shut(),
  }
  return {
    ...behaviour,
    Menu,
    listId,
    spokenLabel: ariaLabel ?? (typeof label === 'string' ? label : strings.select),
    phone,
    typing: open && filterable && !phone,
    filterable,
    shut,
    zIndex,
    anchor: box,
    combobox,
    boxProps,
    inputProps,
  }
}
