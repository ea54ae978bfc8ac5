import type { PositionSide } from '../accounts/owner.ts'

/** The positions of a symbol and side by account, in the order in which accounts were opened. */
export type HeldList<Position> = readonly (Position | undefined)[]

/**
 * The open positions of all accounts by symbol and side. A funding pays those of one symbol: to ask
 * each account for them takes longer than to pay.
 */
export interface HeldPositions<Position> {
  of(symbol: string, side: PositionSide): HeldList<Position>
  /** The positions of the account that is opened as the `number`th, by `positionKey`. */
  open(number: number): Map<string, Position>
}

type Lists<Position> = Map<string, (Position | undefined)[]>

export function createHeldPositions<Position>(): HeldPositions<Position> {
  const lists: Lists<Position> = new Map()
  return {
    of: (symbol, side) => lists.get(`${symbol} ${side}`) ?? [],
    open: (number) => new AccountPositions(lists, number),
  }
}

/** A map whose changes the lists follow. */
class AccountPositions<Position> extends Map<string, Position> {
  readonly #lists: Lists<Position>
  readonly #number: number

  constructor(lists: Lists<Position>, number: number) {
    super()
    this.#lists = lists
    this.#number = number
  }

  override set(key: string, position: Position): this {
    const list = this.#lists.get(key) ?? []
    this.#lists.set(key, list)
    // Without holes the array stays one that is read by its index.
    while (list.length < this.#number) list.push(undefined)
    list[this.#number] = position
    return super.set(key, position)
  }

  override delete(key: string): boolean {
    const list = this.#lists.get(key)
    if (list && this.#number < list.length) list[this.#number] = undefined
    return super.delete(key)
  }

  override clear(): void {
    for (const key of this.keys()) this.delete(key)
  }
}
