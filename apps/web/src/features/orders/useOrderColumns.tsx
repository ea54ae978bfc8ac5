import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { useMemo } from 'react'
import { useMessages } from '../../lib/messages/messages.ts'
import { fitColumns, fits } from '../../lib/media/fitColumns.ts'
import type { SpotOrder } from '../../data/spot/model.ts'
import { ORDER_COLUMNS, type OrderColumnKey } from './orderColumns.tsx'
import { useOrdersProduct } from './ordersProduct.ts'
import { useOrderView } from './orderView.ts'
import { useFigureWidths } from './useFigureWidths.ts'
import type { EditedOrder } from './useOrderEdit.tsx'

/** In the book, before their trigger, or done. */
export type OrderKind = 'open' | 'trigger' | 'history'

/** Words together, then figures: a word right after figures would read as their unit. */
const COLUMNS: Readonly<Record<OrderKind, readonly OrderColumnKey[]>> = {
  open: [
    'time',
    'pair',
    'orderId',
    'type',
    'side',
    'price',
    'amount',
    'orderValue',
    'filled',
    'distance',
    'exits',
    'actions',
  ],
  trigger: [
    'time',
    'pair',
    'orderId',
    'type',
    'side',
    'trigger',
    'price',
    'amount',
    'orderValue',
    'distance',
    'actions',
  ],
  history: [
    'time',
    'pair',
    'orderId',
    'type',
    'side',
    'status',
    'price',
    'amount',
    'filled',
    'average',
    'value',
    'fee',
    'actions',
  ],
}
/** Shown only where the user asks for them. */
const OPTIONAL: readonly OrderColumnKey[] = ['orderId']
/** Without them a row cannot be recognised or acted on. */
const FIXED: readonly OrderColumnKey[] = ['pair', 'side', 'actions']

/** What a narrow table does without, in this order: the order's own page has all of it. */
const EXPENDABLE: Readonly<Record<OrderKind, readonly string[]>> = {
  open: ['exits', 'orderValue', 'type', 'time', 'distance', 'filled', 'orderId'],
  trigger: ['orderValue', 'type', 'time', 'price', 'distance', 'orderId'],
  history: ['type', 'fee', 'value', 'filled', 'average', 'time', 'orderId'],
}

/** The columns of a list that can be shown or hidden. */
export const choosableColumns = (kind: OrderKind): readonly OrderColumnKey[] =>
  COLUMNS[kind].filter((key) => !FIXED.includes(key))

/** Whether a column is on screen where the table is wide enough. */
export const isColumnShown = (
  key: OrderColumnKey,
  { kind, toggled }: { readonly kind: OrderKind; readonly toggled: readonly string[] },
): boolean => OPTIONAL.includes(key) === toggled.includes(`${kind}.${key}`)

/**
 * Columns of orders: those that can be changed and cancelled, or those that are done. As many as a
 * table of `width` pixels shows at once.
 */
export function useOrderColumns(
  kind: OrderKind,
  {
    rows,
    width,
    onDetail,
    onEdit,
  }: {
    rows: readonly SpotOrder[]
    width: number | undefined
    onDetail: (orderId: string) => void
    onEdit: (edited: EditedOrder) => void
  },
): readonly Column<SpotOrder>[] {
  const t = useMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const product = useOrdersProduct()
  const specs = product.useSpecs()
  const widths = useFigureWidths(rows)
  const [{ toggled }] = useOrderView()
  return useMemo(() => {
    const isEnded = kind === 'history'
    const common = { t, dates, numbers, specs, product, widths, isEnded, onDetail, onEdit }
    const shown = (isNarrow: boolean, { isBare = false } = {}) =>
      COLUMNS[kind]
        .filter((key) => isColumnShown(key, { kind, toggled }))
        .map((key) => ORDER_COLUMNS[key]({ ...common, isNarrow, isBare }))
    const wide = shown(false)
    if (fits(wide, width)) return wide
    const narrow = fitColumns(shown(true), { width, expendable: EXPENDABLE[kind] })
    return fits(narrow, width)
      ? narrow
      : fitColumns(shown(true, { isBare: true }), { width, expendable: EXPENDABLE[kind] })
  }, [kind, specs, product, widths, width, toggled, onDetail, onEdit, t, dates, numbers])
}
