import { statementText, type Statement } from './protocol.ts'

export const SNAPSHOT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
export const ROOT = /^[0-9a-f]{64}$/
const ASSET = /^[A-Za-z0-9._-]{1,20}$/
const SUM = /^(?:0|[1-9][0-9]{0,38})$/
const NETWORK = /^[a-z0-9-]{1,32}$/
const BLOCK = /^(?:0x)?[0-9a-f]{64}$/
const MOST_SCALE = 36
const MOST_NETWORKS = 32
const MOST_BYTES = 12_288

type Fields = Partial<Record<string, unknown>>

/** Each field, and what it may be; there is no other. */
const RULES: Readonly<Record<keyof Statement, (value: unknown, all: Fields) => boolean>> = {
  snapshotId: (value) => matches(value, SNAPSHOT),
  assets: (value) => isListOf(value, (asset) => matches(asset, ASSET)) && isSorted(value),
  scales: (value, all) =>
    isListOf(value, (scale) => isWhole(scale) && scale <= MOST_SCALE) && isAsLong(value, all),
  root: (value) => matches(value, ROOT),
  sums: (value, all) => isListOf(value, (sum) => matches(sum, SUM)) && isAsLong(value, all),
  leaves: (value) => isWhole(value) && value > 0,
  journal: (value) => isWhole(value),
  heights: (value) => isListOf(value, isHeight) && value.length <= MOST_NETWORKS,
  previousRoot: (value) => value === null || matches(value, ROOT),
}

/**
 * Whether a value is a statement and nothing beside it: no other text can go to the chain.
 * @param id that of the request, which is the one of the snapshot
 */
export function isStatement(value: unknown, id: unknown): value is Statement {
  if (!hasFields(value, Object.keys(RULES)) || value['snapshotId'] !== id) return false
  const isEach = Object.entries(RULES).every(([field, isRight]) => isRight(value[field], value))
  return isEach && statementText(value as unknown as Statement).length <= MOST_BYTES
}

function hasFields(value: unknown, fields: readonly string[]): value is Fields {
  if (typeof value !== 'object' || value === null) return false
  return Object.keys(value).toSorted().join() === [...fields].toSorted().join()
}

const matches = (value: unknown, form: RegExp): boolean =>
  typeof value === 'string' && form.test(value)

const isWhole = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0

const isListOf = (value: unknown, isItem: (item: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every(isItem)

/** Sorted, and no asset twice. */
const isSorted = (assets: readonly unknown[]): boolean =>
  assets.every((asset, at) => at === 0 || String(assets[at - 1]) < String(asset))

const isAsLong = (values: readonly unknown[], { assets }: Fields): boolean =>
  Array.isArray(assets) && assets.length === values.length

const isHeight = (value: unknown): boolean =>
  hasFields(value, ['network', 'height', 'hash']) &&
  matches(value['network'], NETWORK) &&
  isWhole(value['height']) &&
  matches(value['hash'], BLOCK)
