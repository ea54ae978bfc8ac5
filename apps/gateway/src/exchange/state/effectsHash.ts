import { createHash } from 'node:crypto'
import type { LedgerTransaction } from '../accounts/posting.ts'
import type { Trigger } from '../matching/trigger.ts'
import type { Effects, MarketEffect, NewKey, Transfer } from './effects.ts'
import {
  algosText,
  copyText,
  depositsText,
  futuresText,
  listText,
  loanText,
  marginText,
  p2pText,
  paymentsText,
  productsText,
  withdrawalsText,
} from './effectsText.ts'
import type { DoneFill, ExecutionCosts, Exit, Order } from './order.ts'

/** SHA-256 over what commands did, which replicas that agree have in common. */
export interface EffectsHash {
  /** `counters`: the next ids of the state. */
  add(effects: Effects, counters: Readonly<Record<'order' | 'trade' | 'fill', number>>): void
  /** The hash so far, in hex; what is added next begins another one. */
  end(): string
}

/** Numbers and amounts of one block, eight bytes each, in the machine's order (little-endian). */
const BLOCK_FIELDS = 2048
const BLOCK_CHARACTERS = 16 * 1024
const LARGEST_AMOUNT = 2n ** 63n - 1n
const SMALLEST_AMOUNT = -(2n ** 63n)
const LAST_ASCII = 127
/** No number of an effect is infinite. */
const ABSENT = -Infinity

/**
 * Numbers and amounts go into the hash as bytes, everything else as text: to format them took
 * longer than the hash. What never changes of an order is written by the command that places it.
 * Its test changes each field of each type and fails for a field that is not written here.
 */
export function createEffectsHash(): EffectsHash {
  const fields = createFieldHash()
  return {
    add(effects, { order, trade, fill }) {
      const { numbers } = fields
      const to = fields.reserve(3)
      numbers[to] = order
      numbers[to + 1] = trade
      numbers[to + 2] = fill
      writeEffects(fields, effects)
    },
    end: fields.end,
  }
}

interface FieldHash {
  /** The block, for numbers in places that were reserved. */
  readonly numbers: Float64Array
  /** The place of the next so many fields in the block. */
  reserve(count: number): number
  amount(at: number, value: bigint): void
  text(value: string): void
  /** Texts with a line before them and a blank between them. */
  line(first: string, second?: string, third?: string, fourth?: string, fifth?: string): void
  /** More of a line. */
  more(first: string, second?: string, third?: string, fourth?: string): void
  end(): string
}

/** Feeds SHA-256 in blocks. Where one ends follows from the fields alone. */
function createFieldHash(): FieldHash {
  const memory = new ArrayBuffer(BLOCK_FIELDS * Float64Array.BYTES_PER_ELEMENT)
  const numbers = new Float64Array(memory)
  const amounts = new BigInt64Array(memory)
  const texts = createTextBytes()
  let hash = createHash('sha256')
  let used = 0

  function flush(): void {
    hash.update(numbers.subarray(0, used)).update(texts.take())
    used = 0
  }

  function more(first: string, second?: string, third?: string, fourth?: string): void {
    texts.add(' ')
    texts.add(first)
    if (second !== undefined) more(second, third, fourth)
  }

  return {
    numbers,
    reserve(count) {
      if (used + count > BLOCK_FIELDS || texts.characters() >= BLOCK_CHARACTERS) flush()
      used += count
      return used - count
    },
    amount(at, value) {
      amounts[at] = value
      // Beyond 64 bits the rest is in the text.
      if (value > LARGEST_AMOUNT || value < SMALLEST_AMOUNT) texts.add(`+${value}`)
    },
    text: texts.add,
    line(first, second, third, fourth, fifth) {
      texts.add('|')
      texts.add(first)
      if (second !== undefined) more(second, third, fourth, fifth)
    },
    more,
    end() {
      flush()
      const digest = hash.digest('hex')
      hash = createHash('sha256')
      return digest
    },
  }
}

/**
 * Text as UTF-8 in a buffer that is used again: strings that are put together for a hash alone were
 * a sixth of what a command left for the garbage collector.
 */
function createTextBytes() {
  let bytes = Buffer.allocUnsafeSlow(2 * BLOCK_CHARACTERS)
  let length = 0
  let characters = 0

  function add(value: string): void {
    const needed = length + 3 * value.length
    if (needed > bytes.length) bytes = Buffer.concat([bytes], 2 * needed)
    characters += value.length
    for (let at = 0; at < value.length; at++) {
      const code = value.charCodeAt(at)
      if (code > LAST_ASCII) {
        length += bytes.write(value.slice(at), length)
        return
      }
      bytes[length++] = code
    }
  }

  return {
    add,
    /** Of the text since it was taken. */
    characters: () => characters,
    /** The bytes, which the next `add` overwrites. */
    take(): Uint8Array {
      const taken = bytes.subarray(0, length)
      length = 0
      characters = 0
      return taken
    },
  }
}

function writeEffects(fields: FieldHash, effects: Effects): void {
  const { transactions, fills, transfers, holds, orders, accounts, market } = effects
  const { rested, keys } = effects
  const { numbers } = fields
  const to = fields.reserve(10)
  numbers[to] = effects.at
  numbers[to + 1] = transactions.length
  numbers[to + 2] = fills.length
  numbers[to + 3] = transfers.length
  numbers[to + 4] = holds.length
  numbers[to + 5] = orders.length
  numbers[to + 6] = accounts.length
  numbers[to + 7] = market.length
  numbers[to + 8] = rested?.length ?? 0
  numbers[to + 9] = keys?.length ?? 0
  for (const transaction of transactions) writeTransaction(fields, transaction)
  for (const fill of fills) writeFill(fields, fill)
  for (const transfer of transfers) writeTransfer(fields, transfer)
  for (const { scope, ref, realm, owner, asset, amount } of holds) {
    fields.line(scope, ref, realm, owner, asset)
    fields.amount(fields.reserve(1), amount)
  }
  for (const order of orders) {
    writePresent(fields, order)
    if (order.createdAt === effects.at) writePlaced(fields, order)
  }
  for (const { realm, owner, asset, balance, held } of accounts) {
    fields.line(realm, owner, asset)
    const at = fields.reserve(2)
    fields.amount(at, balance)
    fields.amount(at + 1, held)
  }
  for (const effect of market) writeMarketEffect(fields, effect)
  if (rested) for (const orderId of rested) fields.numbers[fields.reserve(1)] = orderId
  if (keys) for (const key of keys) writeKey(fields, key)
  if (effects.futures) fields.text(futuresText(effects.futures))
  if (effects.withdrawals) fields.text(withdrawalsText(effects.withdrawals))
  if (effects.deposits) fields.text(depositsText(effects.deposits))
  if (effects.products) fields.text(productsText(effects.products))
  if (effects.p2p) fields.text(p2pText(effects.p2p))
  if (effects.payments) fields.text(paymentsText(effects.payments))
  if (effects.algos) fields.text(algosText(effects.algos))
  if (effects.copy) fields.text(copyText(effects.copy))
  if (effects.margin) fields.text(marginText(effects.margin))
}

/** What changes while the order is open. */
function writePresent(fields: FieldHash, o: Order): void {
  fields.line(o.status, o.timeInForce, o.prevention)
  const { numbers } = fields
  const to = fields.reserve(11)
  numbers[to] = o.id
  numbers[to + 1] = o.createdAt
  numbers[to + 2] = o.updatedAt
  numbers[to + 3] = o.ticks
  numbers[to + 4] = o.lots
  numbers[to + 5] = o.budget
  numbers[to + 6] = o.queueAhead
  numbers[to + 7] = o.filledLots
  fields.amount(to + 8, o.filledTickLots)
  fields.amount(to + 9, o.fee)
  fields.amount(to + 10, o.held)
  if (o.account !== undefined) fields.text(`|${loanText(o)}`)
  if (o.list) fields.text(`|${listText(o.list, o.phase)}`)
  if (o.triggers || o.exits || o.atMarket || o.parent !== undefined || o.exit !== undefined)
    writeCondition(fields, o)
}

function writePlaced(fields: FieldHash, o: Order): void {
  fields.line(o.product, o.realm, o.userId, o.clientOid, o.symbol)
  fields.more(o.side, o.orderType)
  if (o.owner !== undefined) fields.more(o.owner)
  const { numbers } = fields
  const to = fields.reserve(3)
  numbers[to] = o.makerPpm
  numbers[to + 1] = o.takerPpm
  numbers[to + 2] = o.season
}

function writeCondition(fields: FieldHash, { triggers, exits, ...order }: Order): void {
  fields.text(`|${order.atMarket} ${order.covered}`)
  const { numbers } = fields
  const to = fields.reserve(4)
  numbers[to] = order.firedAt ?? ABSENT
  numbers[to + 1] = order.parent ?? ABSENT
  numbers[to + 2] = order.exit ?? ABSENT
  numbers[to + 3] = triggers?.length ?? ABSENT
  if (triggers) for (const trigger of triggers) writeTrigger(fields, trigger)
  if (!exits) return
  fields.text(`|${exits.by} ${exits.byFill}`)
  writeExit(fields, exits.takeProfit)
  writeExit(fields, exits.stopLoss)
}

function writeTrigger(fields: FieldHash, trigger: Trigger): void {
  fields.text(`|${trigger.kind} ${trigger.by} ${trigger.rises}`)
  const { numbers } = fields
  const to = fields.reserve(5)
  numbers[to] = trigger.ticks
  numbers[to + 1] = trigger.limit
  numbers[to + 2] = trigger.bound
  numbers[to + 3] = trigger.callback
  numbers[to + 4] = trigger.extreme
}

function writeExit(fields: FieldHash, exit: Exit | undefined): void {
  const { numbers } = fields
  const to = fields.reserve(2)
  numbers[to] = exit?.ticks ?? ABSENT
  numbers[to + 1] = exit?.limit ?? ABSENT
}

/** The order of a fill is among the orders. */
function writeFill(fields: FieldHash, fill: DoneFill): void {
  fields.line(fill.role, fill.status)
  const { numbers } = fields
  const to = fields.reserve(8)
  numbers[to] = fill.id
  numbers[to + 1] = fill.tradeId
  numbers[to + 2] = fill.order.id
  numbers[to + 3] = fill.ticks
  numbers[to + 4] = fill.lots
  numbers[to + 5] = fill.at
  fields.amount(to + 6, fill.quote)
  fields.amount(to + 7, fill.fee)
  if (fill.frictions) writeCosts(fields, fill.frictions)
}

function writeCosts(
  fields: FieldHash,
  { spread, impact, latency, latencyMs }: ExecutionCosts,
): void {
  fields.text(`|costs ${latency}`)
  const { numbers } = fields
  const to = fields.reserve(3)
  fields.amount(to, spread)
  fields.amount(to + 1, impact)
  numbers[to + 2] = latencyMs ?? ABSENT
}

function writeTransaction(
  fields: FieldHash,
  { realm, kind, scope, key, entries }: LedgerTransaction,
): void {
  fields.line(realm, kind, scope, key)
  // Of the accounts only who they are: what they have is among the accounts.
  for (const { kind: entry, debit, credit, amount } of entries) {
    fields.more(entry, debit.owner, credit.owner, debit.asset)
    fields.amount(fields.reserve(1), amount)
  }
}

function writeTransfer(fields: FieldHash, transfer: Transfer): void {
  const { askedBy, clientOid, fromUserId, toUserId, asset } = transfer
  fields.line(askedBy, clientOid, fromUserId, toUserId, asset)
  const { numbers } = fields
  const to = fields.reserve(4)
  numbers[to] = transfer.id
  numbers[to + 1] = transfer.at
  fields.amount(to + 2, transfer.amount)
  fields.amount(to + 3, transfer.leftBehind)
}

function writeMarketEffect(fields: FieldHash, effect: MarketEffect): void {
  const isTrade = effect.kind === 'trade'
  fields.line(effect.kind, effect.instrumentId, isTrade ? effect.takerSide : effect.side)
  const { numbers } = fields
  const to = fields.reserve(3)
  numbers[to] = effect.level[0]
  numbers[to + 1] = effect.level[1]
  numbers[to + 2] = isTrade ? effect.at : ABSENT
}

function writeKey(fields: FieldHash, { key, digest, answer }: NewKey): void {
  fields.line(key, digest)
  if (answer) fields.more(answer.orderId, answer.clientOid, answer.status)
}
