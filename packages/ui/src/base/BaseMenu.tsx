import type { CSSProperties, RefObject } from 'react'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Separator } from 'react-aria-components/Separator'
import { Shape } from '../icon/Shape.tsx'
import { CHECK } from '../icon/shapes.ts'
import { menuChoice, type MenuEntry } from './menuChoice.ts'
import { BasePopover, type Side } from './BasePopover.tsx'

/** Props of the menu popup. */
export interface BaseMenuProps {
  readonly label: string
  readonly items: readonly MenuEntry[]
  readonly isOpen: boolean
  readonly onAction: ((key: string) => void) | undefined
  readonly onClose: () => void
  readonly anchor: RefObject<Element | null>
  readonly zIndex: number
  readonly side: Side
  /** Of the element with the role. */
  readonly id?: string | undefined
  readonly className: string | undefined
  readonly style?: CSSProperties | undefined
  readonly styles: Readonly<Record<string, string>>
}

/** A menu in a popover: roving focus, typeahead and roles. */
export function BaseMenu({
  label,
  items,
  isOpen,
  onAction,
  onClose,
  anchor,
  zIndex,
  side,
  id,
  className,
  style,
  styles,
}: BaseMenuProps) {
  const { isChoice, checked, disabled } = menuChoice(items)
  return (
    <BasePopover
      isOpen={isOpen}
      onClose={onClose}
      anchor={anchor}
      zIndex={zIndex}
      side={side}
      label={label}
      className={className}
      style={style}
      data={{ 'data-x-part': 'menu-popover' }}
    >
      <Menu
        {...(id === undefined ? {} : { id })}
        aria-label={label}
        // An opened menu takes the focus, as its pattern says.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus="first"
        className={styles['menu'] ?? ''}
        selectionMode={isChoice ? 'single' : 'none'}
        selectedKeys={checked}
        disabledKeys={disabled}
        onAction={(key) => onAction?.(String(key))}
        onClose={onClose}
      >
        {items.map((item) =>
          item.kind === 'separator' ? (
            <Separator key={item.key} className={styles['separator'] ?? ''} />
          ) : isChoice || item.checked === undefined ? (
            menuItem(item, { isChoice, styles })
          ) : (
            switchItem(item, { styles })
          ),
        )}
      </Menu>
    </BasePopover>
  )
}

function menuItem(
  item: ItemContentProps['item'],
  { isChoice, styles }: Omit<ItemContentProps, 'item'>,
) {
  return (
    <MenuItem
      key={item.key}
      id={item.key}
      textValue={item.label}
      className={styles['item'] ?? ''}
      data-x-part="menu-item"
      data-tone={item.tone}
      {...(item.href === undefined ? {} : { href: item.href })}
    >
      <ItemContent item={item} isChoice={isChoice} styles={styles} />
    </MenuItem>
  )
}

/** An item that is on or off by itself, beside items that are actions. */
function switchItem(item: ItemContentProps['item'], { styles }: Pick<ItemContentProps, 'styles'>) {
  return (
    <MenuSection
      key={item.key}
      aria-label={item.label}
      selectionMode="multiple"
      shouldCloseOnSelect
      selectedKeys={item.checked ? [item.key] : []}
    >
      {menuItem(item, { isChoice: true, styles })}
    </MenuSection>
  )
}

interface ItemContentProps extends Pick<BaseMenuProps, 'styles'> {
  readonly item: Exclude<MenuEntry, { readonly kind: 'separator' }>
  readonly isChoice: boolean
}

function ItemContent({ item, isChoice, styles }: ItemContentProps) {
  return (
    <>
      {item.icon ? <span className={styles['icon']}>{item.icon}</span> : null}
      <span className={styles['label']}>{item.label}</span>
      {item.hint ? <span className={styles['hint']}>{item.hint}</span> : null}
      {isChoice ? (
        <span className={styles['tick']}>{item.checked ? <Shape of={CHECK} /> : null}</span>
      ) : null}
    </>
  )
}
