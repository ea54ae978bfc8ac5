import { classNames } from '../classNames.ts'
import { Drawer } from '../drawer/Drawer.tsx'
import { AnchoredBox } from '../popover/AnchoredBox.tsx'
import popup from '../popover/popup.module.css'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { OptionList } from './OptionList.tsx'
import type { SelectMenuProps } from './SelectBox.ts'
import styles from './select.module.css'

/**
 * The menu as a popup below the field, or below 768 px in a bottom sheet (U8). Nothing is mounted
 * while it is closed.
 */
export function SelectMenu({
  of: select,
  isSelected,
  multiple = false,
  busy,
  empty,
}: SelectMenuProps) {
  const { state, shown, send, choose, onKeyDown, onPointerLeave, filterable, accessibleName } =
    select
  const list = {
    id: select.listId,
    label: accessibleName,
    options: shown,
    active: state.active,
    isSelected,
    multiple,
    busy,
    empty,
    onPoint: (key: string) => send({ type: 'point', key }),
    onChoose: choose,
    onPointerLeave,
  }
  if (select.phone) {
    return (
      <Drawer
        open={state.open}
        onOpenChange={(_open, how) => send({ type: how === 'escape' ? 'escape' : 'close' })}
        direction="btt"
        size="auto"
        title={accessibleName}
        padded={false}
      >
        {filterable ? <SheetSearch of={select} /> : null}
        <OptionList {...list} rowHeight={44} onKeyDown={filterable ? undefined : onKeyDown} />
      </Drawer>
    )
  }
  return (
    <AnchoredBox
      onClose={select.close}
      anchor={select.anchor}
      zIndex={select.zIndex}
      className={classNames(popup['popup'], styles['popover'])}
      part="select-popover"
    >
      <OptionList {...list} rowHeight={30} />
    </AnchoredBox>
  )
}

function SheetSearch({ of: select }: Pick<SelectMenuProps, 'of'>) {
  const strings = useUiStrings()
  return (
    <div className={styles['sheetSearch']}>
      <input
        {...select.combobox}
        // The user opened the sheet to choose.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        className={styles['sheetInput']}
        type="search"
        placeholder={strings.search}
        aria-label={strings.search}
        value={select.state.query}
      />
    </div>
  )
}
