import type { BookLevel } from '@x/market'
import { isOwnPrice } from './ownPrices.ts'

/** How levels are written; another object writes all of them anew. */
export interface LevelLook {
  readonly priceText: (price: string) => string
  readonly sizeText: (size: string) => string
  readonly own: ReadonlySet<string>
  readonly ownLabel: string
}

export interface PaintedLevels {
  readonly levels: readonly BookLevel[]
  /** The larger total of both sides, so that their bars compare. */
  readonly deepest: string
}

export interface LevelPainter {
  /**
   * Writes the levels into the rows of a side, one list item with one button with three cells and a
   * bar each.
   */
  paint(list: HTMLElement, painted: PaintedLevels, look: LevelLook): void
}

/** A row and what stands in it. */
interface Row {
  readonly element: HTMLElement
  readonly cells: readonly [Text, Text, Text]
  readonly bar: HTMLElement
  /** What the price and the size were made of. */
  price: string
  size: string
  /** Steps. */
  depth: number
  label: string | undefined
}

/** Steps of a bar from nothing to the whole width: finer ones are no pixel wide. */
const BAR_STEPS = 250

/**
 * Knows what stands in each row and writes only what differs. Sixty times a second nearly every
 * cell of eighty changes, and comparing a tree for it, or asking the page what it shows, costs more
 * than the writing (docs/adr/web.md).
 */
export function createLevelPainter(): LevelPainter {
  let rows: Row[] = []
  let written: LevelLook | undefined

  const rowAt = (index: number, item: Element): Row | undefined => {
    const element = item.firstElementChild
    if (!(element instanceof HTMLElement)) return undefined
    const known = rows[index]
    // A translator of pages may have put nodes of its own in the place of ours.
    if (known?.element === element && known.cells.every(({ isConnected }) => isConnected))
      return known
    const made = readRow(element)
    if (made) rows[index] = made
    return made
  }

  return {
    paint(list, { levels, deepest }, look) {
      const { priceText, sizeText, own, ownLabel } = look
      const whole = Number(deepest)
      const isNew = look !== written
      written = look
      let item = list.firstElementChild
      for (const [index, { price, size, total }] of levels.entries()) {
        const row = item ? rowAt(index, item) : undefined
        if (!item || !row) break
        if (isNew || row.price !== price) {
          row.price = price
          write(row.cells[0], priceText(price))
          mark(row, isOwnPrice(price, own) ? ownLabel : undefined)
        }
        if (isNew || row.size !== size) {
          row.size = size
          write(row.cells[1], sizeText(size))
        }
        write(row.cells[2], sizeText(total))
        stretch(row, whole > 0 ? Math.round((Number(total) / whole) * BAR_STEPS) : 0)
        item = item.nextElementSibling
      }
      // Rows that went are forgotten with their elements.
      rows = rows.slice(0, levels.length)
    },
  }
}

function readRow(element: HTMLElement): Row | undefined {
  const [price, size, total, bar] = element.children
  if (!price || !size || !total || !(bar instanceof HTMLElement)) return undefined
  return {
    element,
    cells: [textOf(price), textOf(size), textOf(total)],
    bar,
    price: '',
    size: '',
    depth: -1,
    label: undefined,
  }
}

function textOf(cell: Element): Text {
  const text = new Text()
  cell.replaceChildren(text)
  return text
}

function write(cell: Text, text: string): void {
  if (cell.data !== text) cell.data = text
}

function mark(row: Row, label: string | undefined): void {
  if (row.label === label) return
  row.label = label
  row.element.toggleAttribute('data-own', label !== undefined)
  if (label === undefined) row.element.removeAttribute('title')
  else row.element.title = label
}

/**
 * Length of a bar only. As a background: a transform each gave every row a part of the picture of
 * its own, and put together again they cost more than all other drawing of the page.
 */
function stretch(row: Row, depth: number): void {
  if (row.depth === depth) return
  row.depth = depth
  row.bar.style.backgroundSize = `${(depth * 100) / BAR_STEPS}% 100%`
}
