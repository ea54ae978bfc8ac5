import { useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../button/Button.tsx'
import { Drawer, type DrawerDismissal } from '../drawer/Drawer.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import {
  canConfirm,
  moveFocus,
  reduceSheet,
  SHUT_SHEET,
  type SheetItem,
  type SheetMove,
  type SheetState,
} from './sheetReducer.ts'
import { SheetItems } from './SheetItems.tsx'
import styles from './actionSheet.module.css'

export type ActionSheetExit = DrawerDismissal | 'cancel'

interface ActionSheetBase {
  readonly open: boolean
  /** Always drawn, and the name of the sheet. */
  readonly title: string
  readonly items: readonly SheetItem[]
  /** It was left without a choice; a checked list is what it was before. */
  readonly onClose: (how: ActionSheetExit) => void
}

/** One tap chooses. */
export interface SingleActionSheetProps extends ActionSheetBase {
  readonly multiple?: false
  readonly onSelect: (key: string) => void
}

/** Taps check; the button confirms. */
export interface MultipleActionSheetProps extends ActionSheetBase {
  readonly multiple: true
  /** The list that counts so far. */
  readonly value: readonly string[]
  readonly onConfirm: (keys: readonly string[]) => void
}

export type ActionSheetProps = SingleActionSheetProps | MultipleActionSheetProps

const moves: Readonly<Record<string, SheetMove>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}

/**
 * U3: actions or a checked list at the bottom edge, clear of the safe area. Escape, the backdrop,
 * the corner, a swipe, Cancel and Back leave it.
 */
export function ActionSheet(props: ActionSheetProps) {
  const { open, title, items, onClose } = props
  const strings = useUiStrings()
  const list = useRef<HTMLUListElement>(null)
  const [state, setState] = useState<SheetState>(SHUT_SHEET)
  // Whatever shuts the sheet without a confirmation restores the list, a parent that just stops
  // showing it included. A parent that keeps it open after a confirmation goes on with what was
  // confirmed.
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
          : { type: 'leave' },
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
      open={open}
      onClose={onClose}
      direction="btt"
      size="auto"
      title={title}
      padded={false}
      footer={
        <>
          <Button size="large" onClick={() => onClose('cancel')}>
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
