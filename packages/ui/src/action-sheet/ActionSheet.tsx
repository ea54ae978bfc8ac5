import { useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../button/Button.tsx'
import { Drawer, type DrawerDismissal } from '../drawer/Drawer.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import {
  canConfirm,
  moveFocus,
  reduceSheet,
  CLOSED_SHEET,
  type SheetItem,
  type SheetMove,
  type SheetState,
} from './sheetReducer.ts'
import { SheetItems } from './SheetItems.tsx'
import styles from './actionSheet.module.css'

/** How a sheet was closed without a choice: by the drawer's own means, or by the Cancel button. */
export type ActionSheetDismissal = DrawerDismissal | 'cancel'

interface ActionSheetBase extends WidgetProps {
  readonly open: boolean
  /** Always drawn, and the name of the sheet. */
  readonly title: string
  readonly items: readonly SheetItem[]
  /**
   * Called with `false` when the sheet closes without a choice; a checked list keeps its previous
   * value.
   */
  readonly onOpenChange: (open: boolean, how: ActionSheetDismissal) => void
}

/** Props of a sheet of actions: one tap chooses an item. */
export interface SingleActionSheetProps extends ActionSheetBase {
  readonly multiple?: false
  readonly onSelect: (key: string) => void
}

/** Props of a checked list: taps check items, the button confirms them. */
export interface MultipleActionSheetProps extends ActionSheetBase {
  readonly multiple: true
  /** Keys of the confirmed items. */
  readonly value: readonly string[]
  readonly onConfirm: (keys: readonly string[]) => void
}

/** Props of `ActionSheet`; `multiple` selects the checked list. */
export type ActionSheetProps = SingleActionSheetProps | MultipleActionSheetProps

const moves: Readonly<Record<string, SheetMove>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}

/** What is checked, and what a tap and the button do. */
function useSheetState(props: ActionSheetProps) {
  const { open } = props
  const [state, setState] = useState<SheetState>(CLOSED_SHEET)
  // Closing without a confirmation restores the list, also when the parent only sets `open` to
  // false. If the parent keeps the sheet open after a confirmation, the confirmed list becomes the
  // new value.
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) setWasOpen(open)
  if (open !== state.open)
    setState(
      reduceSheet(
        state,
        open
          ? {
              type: 'open',
              confirmed: wasOpen ? state.confirmed : props.multiple ? props.value : [],
            }
          : { type: 'dismiss' },
      ),
    )
  const tap = (item: SheetItem) => {
    if (props.multiple) setState(reduceSheet(state, { type: 'tap', item }))
    else props.onSelect(item.key)
  }
  const confirm = () => {
    const next = reduceSheet(state, { type: 'confirm' })
    if (!props.multiple || next === state) return
    setState(next)
    props.onConfirm(next.confirmed)
  }
  return { state, tap, confirm }
}

/**
 * A list of actions, or a checked list, at the bottom edge above the safe area (U3). Escape, the
 * backdrop, the corner button, a swipe, Cancel and Back close it.
 */
export function ActionSheet(props: ActionSheetProps) {
  const { open, title, items, onOpenChange, id, className, style } = props
  const strings = useUiStrings()
  const list = useRef<HTMLUListElement>(null)
  const { state, tap, confirm } = useSheetState(props)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moves[event.key]
    if (!to) return
    event.preventDefault()
    const controls = [
      ...(list.current?.querySelectorAll<HTMLElement>('[data-x-part=sheet-item]') ?? []),
    ]
    controls[moveFocus(items, { from: controls.indexOf(event.target as HTMLElement), to })]?.focus()
  }
  return (
    <Drawer
      id={id}
      className={className}
      style={style}
      open={open}
      onOpenChange={onOpenChange}
      direction="btt"
      size="auto"
      title={title}
      padded={false}
      footer={
        <>
          <Button size="large" onClick={() => onOpenChange(false, 'cancel')}>
            {strings.cancel}
          </Button>
          {props.multiple ? (
            <Button
              size="large"
              variant="primary"
              disabled={!canConfirm(state)}
              disabledReason={strings.atLeast({ count: 1 })}
              onClick={confirm}
            >
              {strings.confirm}
            </Button>
          ) : null}
        </>
      }
    >
      <SheetItems
        ref={list}
        label={title}
        items={items}
        checked={props.multiple ? state.checked : undefined}
        onTap={tap}
        onKeyDown={onKeyDown}
      />
      {props.multiple ? (
        <p role="status" className={styles['count']}>
          {strings.chosenCount({ count: state.checked.length })}
        </p>
      ) : null}
    </Drawer>
  )
}
