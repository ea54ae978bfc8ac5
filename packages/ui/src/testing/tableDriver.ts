import { press } from './events.ts'
import { nameOf, oneByRole, textOf } from './find.ts'
import type { DriverContext } from './DriverContext.ts'
import { scrollTo } from './selectDrivers.ts'
import { UiTestError } from './UiTestError.ts'

/** A row of a table. */
export interface ReadRow {
  readonly key: string
  /** Text by column name. */
  readonly cells: Readonly<Record<string, string>>
  readonly selected: boolean
  readonly expanded: boolean
}

/** Matches a row by its key, by the text of its first column, or by a function. */
export type RowMatch = string | ((row: ReadRow) => boolean)

/** Driver of a table. */
export interface TableDriver {
  columns(): Promise<readonly string[]>
  /** Rendered rows; above 100 rows only the visible ones. */
  rows(): Promise<readonly ReadRow[]>
  /** All rows, read while scrolling from the top. */
  allRows(): Promise<readonly ReadRow[]>
  /** Presses the header until the column has this direction. */
  sort(column: string, direction: 'ascending' | 'descending' | 'none'): Promise<void>
  /** Selects a row; with `range` all rows since the one selected before. */
  select(
    row: RowMatch,
    options?: { readonly on?: boolean; readonly range?: boolean },
  ): Promise<void>
  selectAll(on?: boolean): Promise<void>
  expand(row: RowMatch, options?: { readonly on?: boolean }): Promise<void>
  /** Text of the panel below an expanded row. */
  detail(row: RowMatch): Promise<string>
  pressRow(row: RowMatch): Promise<void>
  /** Returns the element of a row, to use the controls in it. */
  element(row: RowMatch): Promise<HTMLElement>
}

const DATA_CELL = ':is([role=cell], [role=gridcell]):not([data-control])'
const rowsIn = (table: Element) => [...table.querySelectorAll<HTMLElement>('[data-x-part=row]')]
const headersIn = (table: Element) => [
  ...table.querySelectorAll<HTMLElement>('[role=columnheader]:not([data-control])'),
]
const openerOf = (row: Element) => row.querySelector<HTMLElement>('[data-control=expand] button')
const boxOf = (row: Element) => row.querySelector<HTMLInputElement>('[data-control=select] input')

function read(table: Element, row: HTMLElement): ReadRow {
  const columns = headersIn(table).map(nameOf)
  const cells = [...row.querySelectorAll(DATA_CELL)].map(
    (cell, index) => [columns[index] ?? '', textOf(cell)] as const,
  )
  return {
    key: row.dataset['row'] ?? '',
    cells: Object.fromEntries(cells),
    selected: row.getAttribute('aria-selected') === 'true',
    expanded: openerOf(row)?.getAttribute('aria-expanded') === 'true',
  }
}

function matches(row: ReadRow, match: RowMatch): boolean {
  return typeof match === 'function'
    ? match(row)
    : row.key === match || Object.values(row.cells)[0] === match
}

/** Creates the driver of a table. */
export function tableDriver(context: DriverContext, name: string): TableDriver {
  const find = () => oneByRole(context, { roles: ['table', 'grid'], name })
  const element = async (match: RowMatch) => {
    const table = await find()
    const look = () => rowsIn(table).find((row) => matches(read(table, row), match))
    if (!look()) await scrollTo(context, table, look)
    return context.until(
      `a row ${typeof match === 'string' ? `“${match}”` : 'that matches'} of “${name}”`,
      look,
    )
  }
  const toggle = async (
    control: HTMLElement | null,
    {
      on,
      isOn,
      what,
      shift = false,
    }: {
      readonly on: boolean
      readonly isOn: boolean
      readonly what: string
      readonly shift?: boolean
    },
  ) => {
    if (!control) throw new UiTestError('missing', `“${name}” has nothing to ${what} there.`)
    if (on !== isOn) await press(context, control, { shift })
  }
  return {
    columns: async () => headersIn(await find()).map(nameOf),
    async rows() {
      const table = await find()
      return rowsIn(table).map((row) => read(table, row))
    },
    async allRows() {
      const table = await find()
      const seen = new Map<number, ReadRow>()
      await scrollTo(context, table, () => {
        for (const row of rowsIn(table))
          seen.set(Number(row.getAttribute('aria-rowindex')), read(table, row))
        return undefined
      })
      return [...seen].sort(([one], [other]) => one - other).map(([, row]) => row)
    },
    async sort(column, direction) {
      const header = headersIn(await find()).find((one) => nameOf(one) === column)
      const button = header?.querySelector<HTMLElement>('button')
      if (!header || !button)
        throw new UiTestError('missing', `“${name}” does not sort by “${column}”.`)
      for (
        let presses = 0;
        presses < 3 && header.getAttribute('aria-sort') !== direction;
        presses += 1
      )
        await press(context, button)
    },
    async select(match, { on = true, range = false } = {}) {
      const row = await element(match)
      await toggle(boxOf(row), {
        on,
        isOn: boxOf(row)?.checked === true,
        what: 'select',
        shift: range,
      })
    },
    async selectAll(on = true) {
      const box = (await find()).querySelector<HTMLInputElement>(
        '[role=columnheader][data-control=select] input',
      )
      await toggle(box, { on, isOn: box?.checked === true, what: 'select all' })
    },
    async expand(match, { on = true } = {}) {
      const opener = openerOf(await element(match))
      await toggle(opener, {
        on,
        isOn: opener?.getAttribute('aria-expanded') === 'true',
        what: 'open',
      })
    },
    async detail(match) {
      const row = await element(match)
      const below = row.nextElementSibling
      if (!below?.matches('[data-x-part=detail]'))
        throw new UiTestError('missing', 'The row is not open.')
      return textOf(below)
    },
    pressRow: async (match) => press(context, await element(match)),
    element,
  }
}
